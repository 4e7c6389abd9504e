import { describe, expect, it } from 'vitest';
import { checkFields } from './checks';
import { fieldsOf, type DraftFields } from './draft';
import {
  blankVariables,
  checkBodyVariables,
  checkVariables,
  fillFields,
  placedInDraft,
} from './draft-variables';
import { requestOfDraft } from './draft-request';
import { draftWith, METHOD_1, headerRow as row } from './drafts.fixture';
import { fillRequest } from '../requests/variables';

const values = new Map([
  ['host', 'psp.example'],
  ['visa', METHOD_1],
]);
const valueOf = (name: string): string | null => values.get(name) ?? null;
const written = (): DraftFields =>
  fieldsOf(
    draftWith({
      destinationUrl: 'https://${host}/v1',
      paymentMethods: ['${visa}'],
      authentications: [{ id: '${visa}', name: 'mTLS' }],
      headers: [row('x-a', '${host}'), row('authorization', 'Bearer ${host}'), row('x-s', '${host}', true)],
      serviceHeaders: [row('x-b', '${host}')],
    }),
  );

describe('A draft with variables', () => {
  it('is filled in like the request that main makes from it', () => {
    const draft = draftWith({ ...written(), body: '' });
    const filled = { ...fillFields(written(), valueOf), body: '' };
    expect(requestOfDraft(filled)).toEqual(fillRequest(requestOfDraft(draft), valueOf));
    expect(checkFields(filled).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('has an error at each name without a value, which can be sent as text', () => {
    const fields = { ...written(), destinationUrl: 'https://${host}/${order}' };
    expect(checkVariables(fields, (name) => (name === 'order' ? null : 'x'))).toEqual([
      {
        code: 'variable-missing',
        severity: 'error',
        where: { field: 'destinationUrl', offset: 16, length: 8 },
        message:
          '${order} has no value. Add it under Variables of the profile, or let a request before it in a run keep it (Expected outcome, is kept as).',
        mend: { label: 'Send it as text', offset: 16, length: 0, insert: '$' },
      },
      expect.objectContaining({ code: 'variable-in-secret', where: expect.objectContaining({ index: 1 }) }),
      expect.objectContaining({ code: 'variable-in-secret', where: expect.objectContaining({ index: 2 }) }),
    ]);
    expect(checkBodyVariables('{"a": ${order}, "b": "$${order}"}', valueOf)).toMatchObject([
      { where: { field: 'body', offset: 6, length: 8 } },
    ]);
  });

  it('reports a wrong value at its field, without a position', () => {
    const fields = { ...written(), headers: [row('x-a', 'ä${host}'), row('x-b', 'ä')] };
    const filled = fillFields(fields, () => 'böse');
    const found = checkFields({ ...filled, body: '' }).filter(({ code }) => code === 'header-latin1');
    expect(placedInDraft(found, fields, filled).map(({ where }) => where)).toEqual([
      { field: 'headers', index: 0, part: 'value' },
      { field: 'headers', index: 1, part: 'value', offset: 0, length: 1 },
      { field: 'serviceHeaders', index: 0, part: 'value' },
    ]);
  });

  it('may have names in place of JSON numbers, and keeps its length', () => {
    const body = '{"a": ${amount}, "${amount}": "${amount}", "b\\"${x}": ${y}}';
    const blank = blankVariables(body);
    expect(blank).toHaveLength(body.length);
    expect(JSON.parse(blank)).toEqual({ a: 1, '${amount}': '${amount}', 'b"${x}': 1 });
  });
});
