import { expect, it } from 'vitest';
import { readSessionBody } from '../history/session-body';

it.each([
  [{ scheme: 'visa', label: '1111' }, 'visa •••• 1111'],
  [{ method: 'card', scheme: null, label: '1111' }, 'card •••• 1111'],
  [{ scheme: 'visa', label: '4111111111111111' }, 'visa •••• 411111••••••1111'],
  [{ method: 'paypal', label: 'zoe@example.com' }, 'paypal zoe@example.com'],
  [{ method: 'paypal', scheme: null, label: null }, 'paypal'],
  [{}, 'card'],
])('says how a session is paid: %j', (method, words) => {
  expect(readSessionBody({ payment_method: method })?.facts.card).toBe(words);
});
