import { expect, it } from 'vitest';
import { checkText } from './check-text';

function valuesFound(text: string): (string | null)[] {
  return checkText(
    { kind: 'check', operation: 'list_buyers', status: 200, contentType: null },
    text,
  ).findings.map(({ value }) => value);
}

it('shows numbers as the body writes them, shortening very long ones', () => {
  expect(valuesFound('{"items":[],"limit":1,"next_cursor":-1e400,"previous_cursor":7}')).toEqual([
    '-1e400',
    '7',
  ]);
  expect(
    valuesFound(`{"items":[],"limit":1,"next_cursor":${'9'.repeat(300)},"previous_cursor":null}`),
  ).toEqual([`${'9'.repeat(119)}…`]);
});

it('says the number in the words of the finding, too, as the body writes it', () => {
  const { findings } = checkText(
    { kind: 'check', operation: 'get_checkout_session', status: 200, contentType: null },
    '{"cart_items":[{"name":"a","quantity":9007199254740993,"unit_amount":1}]}',
  );
  expect(findings.find(({ rule }) => rule === 'range')).toMatchObject({
    value: '9007199254740993',
    message: '9007199254740993 is more than 99999999, the largest value allowed.',
  });
});

it('reads a body behind a byte order mark, and says that it is there', () => {
  const question = { kind: 'check', operation: 'list_buyers', status: 200, contentType: null } as const;
  const body = '{"items":[],"limit":"1","next_cursor":null,"previous_cursor":null,"more":1}';
  const { check, findings } = checkText(question, `\ufeff${body}`);
  const [type, more] = checkText(question, body).findings;
  expect(check).toEqual({ kind: 'checked' });
  expect(findings).toEqual([type, expect.objectContaining({ rule: 'other', severity: 'warning' }), more]);
  expect(findings[1]?.message).toContain('byte order mark');
  expect(checkText(question, '\ufeff<html>').findings).toMatchObject([{ rule: 'not-json' }]);
});

it('shows the last value of a repeated key', () => {
  const values = valuesFound(
    '{"items":[],"limit":1,"next_cursor":11111111111111111111,"next_cursor":22222222222222222222,"previous_cursor":null}',
  );
  expect(values).toEqual(['22222222222222220000', null]);
});

it.each([
  ['an HTML page', '<html>', '"<html>"'],
  ['an unfinished object', '{"items":[],"limit":1', '"{\\"items\\":[],\\"limit\\":1"'],
])(
  'reports %s as invalid JSON or an unexpected body, not as a value of the wrong type',
  (_what, text, value) => {
    const question = { kind: 'check', operation: 'list_buyers', status: 200, contentType: null } as const;
    expect(checkText(question, text).findings).toMatchObject([{ pointer: '', rule: 'not-json', value }]);
    expect(checkText({ ...question, status: 404 }, text).findings).toMatchObject([{ rule: 'not-json' }]);
    expect(
      checkText({ ...question, operation: 'get_checkout_session', status: 422 }, text).findings,
    ).toMatchObject([{ rule: 'empty-body-expected', value }]);
    // A JSON string is a value like any other.
    expect(checkText(question, JSON.stringify(text)).findings).toMatchObject([{ rule: 'type', value }]);
  },
);

it('says which keys an object repeats, as only the last one of each is read', () => {
  const question = { kind: 'check', operation: 'list_buyers', status: 200, contentType: null } as const;
  const page = (more: string): string =>
    `{"items":[],"limit":1,"next_cursor":null,"previous_cursor":null${more}}`;
  expect(checkText(question, page('')).findings).toEqual([]);
  const [type, keys, ...others] = checkText(question, page(',"limit":"1","li\\u006dit":"2"')).findings;
  expect([type?.severity, keys?.severity, others]).toEqual(['error', 'warning', []]);
  expect(keys?.message).toContain('more than once: “limit”. The last one is shown and was checked');
  const many = Array.from({ length: 7 }, (_, key) => `,"k${key}":1,"k${key}":2`).join('');
  expect(checkText(question, page(many)).findings[0]?.message).toContain('“k3”, “k4” and 2 more.');
  // The same key in two objects is no repetition.
  const buyer = '{"id":"9e000000-0000-4000-8000-000000000001"}';
  const two = checkText(question, `{"items":[${buyer},${buyer}],"limit":1,"next_cursor":null}`);
  expect(two.findings.filter(({ message }) => message.includes('more than once'))).toEqual([]);
});

it.each([
  ['after a space', '{"items":[],"limit" :1,"limit" :2,"next_cursor":null,"previous_cursor":null}'],
  [
    'deep inside',
    `{"items":[],"limit":1,"next_cursor":null,"previous_cursor":null,"more":${'['.repeat(20_000)}{"a":1,"a":2}${']'.repeat(20_000)}}`,
  ],
])('finds a repeated key %s', (_where, text) => {
  const question = { kind: 'check', operation: 'list_buyers', status: 200, contentType: null } as const;
  const { findings } = checkText(question, text);
  expect(findings.filter(({ message }) => message.includes('more than once'))).toHaveLength(1);
});
