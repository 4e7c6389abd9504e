import { expect, it } from 'vitest';
import { joinReasons, type SendReason } from './send-reasons';

it('Of several times to check up to, the latest is kept', () => {
  const lost = (lostAt: string): SendReason => ({ kind: 'history-lost', lostAt, isUnkept: true });
  const [first, last] = [lost('2026-11-27T17:55:03.120Z'), lost('2026-11-27T17:55:03.190Z')];
  expect(joinReasons([first, last, first])).toEqual([last]);
  expect(joinReasons([last, { kind: 'production' }, first])).toEqual([last, { kind: 'production' }]);
});
