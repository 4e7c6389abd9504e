import { expect, it } from 'vitest';
import { checkText } from './check-text';

function valuesFound(text: string): (string | null)[] {
  return checkText(
    { kind: 'check', operation: 'list_buyers', status: 200, contentType: null },
    text,
  ).findings.map(({ value }) => value);
}

it('shows numbers as the body writes them, however long they are', () => {
  expect(valuesFound('{"items":[],"limit":1,"next_cursor":-1e400,"previous_cursor":7}')).toEqual([
    '-1e400',
    '7',
  ]);
  expect(
    valuesFound(`{"items":[],"limit":1,"next_cursor":${'9'.repeat(300)},"previous_cursor":null}`),
  ).toEqual([`${'9'.repeat(119)}…`]);
});

it('shows what counts of repeated keys', () => {
  const values = valuesFound(
    '{"items":[],"limit":1,"next_cursor":11111111111111111111,"next_cursor":22222222222222222222,"previous_cursor":null}',
  );
  expect(values).toEqual(['22222222222222220000']);
});

it('checks text that is no JSON as text', () => {
  expect(valuesFound('<html>')).toEqual(['"<html>"']);
});
