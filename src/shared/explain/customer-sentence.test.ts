import { expect, it } from 'vitest';
import type { Exchange } from '@shared/http/exchange';
import { customerSentence } from './customer-sentence';

const now = new Date('2026-11-21T12:00:00Z');
const answered = (status: number) =>
  ({ outcome: { kind: 'answered' }, response: { status } }) as Pick<Exchange, 'outcome' | 'response'>;
const failed = { outcome: { kind: 'failed' }, response: null } as Pick<Exchange, 'outcome' | 'response'>;

it('says of an expired session when it expired, and nothing of one that lives', () => {
  expect(customerSentence(answered(200), '2026-11-20T10:00:00Z', now)).toBe(
    'This checkout expired on 20 Nov 2026 10:00 UTC. Please start it again.',
  );
  expect(customerSentence(answered(200), '2026-11-22T10:00:00Z', now)).toBeNull();
  expect(customerSentence(answered(200), null, now)).toBeNull();
});

it('never says that a checkout does not exist when nobody could look', () => {
  for (const seen of [answered(401), answered(403), answered(500), failed])
    expect(customerSentence(seen, null, now)).toContain('cannot see this checkout at the moment');
  expect(customerSentence(answered(404), null, now)).toContain('could not find this checkout');
});
