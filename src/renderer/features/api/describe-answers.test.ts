import { expect, it } from 'vitest';
import type { AnswerDetails, OperationDetails } from '@shared/documents/operation-details';
import type { SchemaView } from '@shared/documents/schema-view';
import { testingSchema } from '@shared/testing/testing-schema';
import { describeAnswer, modelsOf } from './describe-answers';

const schema = (reference: string | null, more: Partial<SchemaView> = {}): SchemaView =>
  testingSchema({
    reference,
    name: reference?.split('/').at(-1) ?? null,
    types: reference === null ? ['object'] : [],
    ...more,
  });
const answer = (status: string, of: SchemaView | null, codes: readonly string[] = []): AnswerDetails => ({
  status,
  description: null,
  codes,
  codeMeanings: [],
  codeDescription: null,
  defaultMessage: null,
  links: [],
  contents: of === null ? [] : [{ mediaType: 'application/json', schema: of }],
});
const order = schema('#/components/schemas/Order');
const error = schema('#/components/schemas/Error');

it('names an answer by its code, otherwise by its body', () => {
  expect(describeAnswer(answer('400', error, ['bad_request']))).toBe('bad_request');
  expect(describeAnswer(answer('200', order))).toBe('Order');
  expect(describeAnswer(answer('422', null))).toBe('empty body');
  expect(describeAnswer(answer('200', schema(null, { types: [] })))).toBe('application/json');
});

it('shows each model once, the request body first, and opens those of successful answers', () => {
  const operation = {
    body: { description: null, required: true, contents: answer('', order).contents },
    answers: [answer('200', order), answer('201', schema(null)), answer('400', error), answer('404', error)],
  } as unknown as OperationDetails;
  expect(modelsOf(operation).map(({ title, where, opens }) => [title, where, opens])).toEqual([
    ['Order', 'Request body, Answer 200', true],
    ['Answer 201: application/json', 'Answer 201', true],
    ['Error', 'Answer 400, Answer 404', false],
  ]);
});
