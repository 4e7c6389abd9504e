import { describe, expect, it } from 'vitest';
import { sessionSummary } from './session-reading';

const now = new Date('2026-11-21T12:00:00Z');

describe('sessionSummary', () => {
  it.each([
    [
      {
        expires_at: '2026-11-21T09:00:00+00:00',
        cart_items: [1, 2],
        payment_method: { scheme: 'visa', label: '1111' },
      },
      'Expired 3 h ago · 2 items · card visa •••• 1111',
    ],
    [
      { expires_at: '2026-11-21T12:00:30Z', cart_items: [1], payment_method: {} },
      'Expires in 30 s · 1 item · card',
    ],
    [
      { expires_at: 'soon', cart_items: null, payment_method: null },
      'Expiry unknown · no cart · no payment method',
    ],
    [{}, 'Expiry unknown · no cart · no payment method'],
  ])('%j', (session, words) => {
    expect(sessionSummary(session, now).words).toBe(words);
  });
});
