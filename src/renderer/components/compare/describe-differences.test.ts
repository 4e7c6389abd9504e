import { expect, it } from 'vitest';
import { exchangeOf } from '@shared/testing/exchanges';
import { describeDifferences } from './describe-differences';

const side = (label: string, body: string, headers: [string, string][] = []) => ({
  label,
  exchange: exchangeOf(200, body, headers),
});

it('writes each differing field with its place and both values, and leaves out parts that are the same', () => {
  const text = describeDifferences(
    side('08:50:22', '{"expires_at":"2020-01","old":1}', [['x-a', '1']]),
    side('Shown now', '{"expires_at":"2021-01"}', [
      ['x-a', '2'],
      ['set-cookie', 'CANARY'],
    ]),
  );
  expect(text.split('\n')).toEqual([
    'Before: 08:50:22',
    'After: Shown now',
    '',
    'Response body',
    'Valid until (/expires_at): 2020-01 → 2021-01',
    'Old (/old): 1 → not there',
    '',
    'Response headers',
    'x-a: 1 → 2',
    expect.stringMatching(/^set-cookie: not there → /),
  ]);
  expect(text).not.toContain('CANARY');
});

it('says which value of a header that repeats differs, and which one is at another place', () => {
  const headers = (...values: readonly string[]) => values.map((value): [string, string] => ['link', value]);
  expect(
    describeDifferences(side('a', '', headers('1', '2', '3')), side('b', '', headers('2', '1', '4'))).split(
      '\n',
    ),
  ).toEqual([
    ...['Before: a', 'After: b', '', 'Response headers'],
    expect.stringMatching(/^link \(value \d → \d\): (\d) → \1$/),
    'link (value 3): 3 → 4',
  ]);
});

it('compares other text line by line, and says if there is no difference', () => {
  expect(describeDifferences(side('a', 'one\ntwo'), side('b', 'one\nthree'))).toMatch(
    /Response body\n- two\n\+ three$/,
  );
  expect(describeDifferences(side('a', 'one'), side('b', 'one'))).toBe(
    'Before: a\nAfter: b\n\nNo difference',
  );
});

it('says what is hidden in both, and so was not compared', () => {
  const cookie = (value: string) => side('a', '', [['Set-Cookie', value]]);
  expect(describeDifferences(cookie('s=AAA'), cookie('s=BBB'))).toBe(
    'Before: a\nAfter: a\n\nNo difference\n\nHidden here, and so not compared: set-cookie.',
  );
  expect(describeDifferences(cookie('s=AAA'), side('b', ''))).not.toContain('Hidden');
  const masked = {
    kind: 'text',
    text: '{"number":"4111••••"}',
    bytes: 9,
    bodyId: null,
    masked: true,
  } as const;
  const { exchange } = side('a', '');
  const paid = { ...exchange, request: { ...exchange.request, body: masked } };
  expect(describeDifferences({ label: 'a', exchange: paid }, { label: 'b', exchange: paid })).toMatch(
    /\nNo difference\n\nHidden here, and so not compared: parts of the request body\.$/,
  );
});

it('says why it compares no bodies', () => {
  const bytes = (encoding: 'utf-8' | 'binary', complete = true) => {
    const { label, exchange } = side('a', '');
    const body = { kind: 'stored', bodyId: encoding, bytes: 3, encoding, complete } as const;
    return {
      label,
      exchange: { ...exchange, response: exchange.response && { ...exchange.response, body } },
    };
  };
  expect(describeDifferences(side('a', 'x'), bytes('binary'))).toContain('Only text is compared here.');
  expect(describeDifferences(side('a', 'x'), bytes('utf-8'))).toContain('Too large to be compared here.');
  expect(describeDifferences(side('a', 'x'), bytes('utf-8', false))).toContain(
    'Only whole bodies are compared here.',
  );
});
