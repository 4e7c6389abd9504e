import { expect, it } from 'vitest';
import { exchangeOf } from '@shared/testing/exchanges';
import { describeChange } from './describe-change';

const words = (before: string, after: string): string | undefined =>
  describeChange(exchangeOf(200, before), exchangeOf(200, after), '21:52:10')?.words;

it('names the fields that two readings of a session differ in, the first two of many', () => {
  expect(words('{"expires_at": "a"}', '{ "expires_at": "a" }')).toBe('No change since 21:52:10');
  expect(words('{"expires_at": "a"}', '{"expires_at": "b"}')).toBe('Changed since 21:52:10: Valid until');
  expect(
    words(
      '{"expires_at": "a", "payment_method": {"label": "1"}, "metadata": {"a": "1", "b": "1"}}',
      '{"expires_at": "b", "payment_method": {"label": "2"}, "metadata": {"a": "2", "b": "2"}}',
    ),
  ).toBe('Changed since 21:52:10: Valid until; Payment method, label; 2 more');
  expect(words('no JSON', 'other')).toBe('Changed since 21:52:10');
});

it('says what another status was', () => {
  const change = describeChange(exchangeOf(404, '{}'), exchangeOf(200, '{}'), '21:52:10');
  expect(change).toEqual({ words: 'Changed since 21:52:10: was 404', differs: true });
});

it('says nothing of bodies that are too large to be compared here', () => {
  const stored = exchangeOf(200, '{}');
  const body = { kind: 'stored', bodyId: 'b', bytes: 9_000_000, encoding: 'utf-8', complete: true } as const;
  const large = { ...stored, response: stored.response && { ...stored.response, body } };
  expect(describeChange(large, stored, '21:52:10')).toBeNull();
});
