import { describe, expect, it } from 'vitest';
import type { AnswerDetails } from '../documents/operation-details';
import type { HeaderList } from '../http/exchange';
import { exchangeOf, unanswered } from '../testing/exchanges';
import { describeCode } from './described-code';
import { readErrorFields } from './error-fields';
import { explainByDocument } from './explain-by-document';
import { describeKnownCodes } from './known-codes';

const answer = (
  status: string,
  description: string | null,
  more: Partial<AnswerDetails> = {},
): AnswerDetails => ({
  status,
  description,
  codes: [],
  codeMeanings: [],
  codeDescription: null,
  defaultMessage: null,
  contents: [],
  links: [],
  ...more,
});
const CONTEXT = { requiredScope: null, credential: null };
const explain = (status: number, body: string, answers: readonly AnswerDetails[], headers: HeaderList = []) =>
  explainByDocument({ ...exchangeOf(status, body, headers), operation: 'shop#pay' }, answers, CONTEXT);
const codesOf = (body: string) => {
  const { response } = exchangeOf(400, body);
  return response === null
    ? []
    : readErrorFields(response).codes.map(({ field, code }) => `${field} ${code}`);
};

describe('an error of a document’s operation', () => {
  it('is explained in the document’s words', () => {
    const found = explain(409, '{"code":"taken","message":"Already paid."}', [
      answer(
        '409',
        'The order was **paid**. See [orders](https://x.example).\n\n|a|b|\n|-|-|\n|taken|1|\n\n- late',
        { codes: ['taken', 'late'] },
      ),
    ]);
    expect(found?.title).toBe('409: The order was paid');
    expect(found?.meaning).toBe(
      'The document says of 409: “The order was paid. See orders.” Of the code taken it says: “1”. The service says: “Already paid.”',
    );
    expect(found?.nextStep).toBe('Look at the answer as it was received.');
  });

  it('says what the document does not list, and names a class or default as such', () => {
    expect(explain(418, '', [])?.meaning).toBe(
      'The document does not list the status 418 for this operation.',
    );
    expect(explain(418, '', [])?.title).toBe('Status 418');
    expect(explain(422, '{"code":"x"}', [answer('4xx', 'Wrong', { codes: ['y'] })])?.meaning).toBe(
      'The document lists 4xx, and says of it: “Wrong”. The code x is not one of those it lists.',
    );
    const other = explain(400, 'no JSON', [answer('default', 'An error'), answer('500', 'Ours')]);
    expect([other?.title, other?.meaning]).toEqual([
      'Status 400',
      'The document lists any other status, and says of it: “An error”.',
    ]);
    expect(explain(404, '', [answer('404', null)])?.meaning).toBe('The document says of 404: nothing more.');
  });

  it('keeps HTTP’s own advice', () => {
    expect(explain(401, '', [])?.nextStep).toContain('access token');
    expect(explain(503, '', [])?.nextStep).toContain('try again');
    expect(explain(302, '', [], [['location', '/there']])?.nextStep).toContain('base URL');
  });

  it('is null for a success, and about the connection if nothing came', () => {
    expect(explain(200, 'text', [])).toBeNull();
    const failed = unanswered({ kind: 'cancelled', mayHaveArrived: false });
    expect(explainByDocument(failed, [], CONTEXT)?.title).not.toContain('Status');
  });
});

describe('what a document says about a code', () => {
  const table = 'Codes:\n\n| Code | Retry | Meaning |\n|---|---|---|\n| `late` | no | Too **late** |';
  it.each<[string, Partial<AnswerDetails>, string | null]>([
    ['beside it', { codeMeanings: [{ code: 'late', meaning: 'Too *late*' }] }, 'Too late'],
    ['in a table', { codeDescription: table }, 'no, Too late'],
    ['in a table of the answer', { description: table }, 'no, Too late'],
    ['in a list', { codeDescription: '- `early`: Too early\n- `late` – Too late' }, 'Too late'],
    ['in a list of longer names', { codeDescription: '- `later`: Not that' }, null],
    ['mentioned but not explained', { codeDescription: 'late is a code' }, null],
  ])('%s', (_where, more, meaning) => expect(describeCode('late', answer('400', null, more))).toBe(meaning));
});

describe('the code of a body', () => {
  it.each([
    ['{"code":"a"}', ['code a']],
    ['{"error":{"type":"card","code":"a","decline_code":"b"}}', ['decline_code b', 'code a']],
    ['{"errors":[{"code":12}]}', ['code 12']],
    ['{"error":"text"}', []],
    ['[]', []],
    ['null', []],
    ['{', []],
  ])('of %s', (body, codes) => expect(codesOf(body)).toEqual(codes));

  it('is reported as known elsewhere, whatever the status', () => {
    const body = '{"id":"x","error_code":"expired_payment_method"}';
    expect(describeKnownCodes(exchangeOf(200, body).response)).toEqual([
      'error_code expired_payment_method. Known elsewhere (Gr4vy): the payment method has expired.',
    ]);
    expect(describeKnownCodes(exchangeOf(400, '{"code":"toString"}').response)).toEqual([]);
    expect(describeKnownCodes(null)).toEqual([]);
  });
});
