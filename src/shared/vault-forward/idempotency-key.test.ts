import { expect, it } from 'vitest';
import { isIdempotencyKey } from './idempotency-key';

it.each([
  'Idempotency-Key',
  'X-Idempotency-Key',
  'PayPal-Request-Id',
  'Cko-Idempotency-Key',
  'Klarna-Idempotency-Key',
  'X-GP-Idempotency',
  'X-GCS-Idempotence-Key',
  'X-Refund-Idempotency',
  'Request-Idempotency-Key',
  'Idempotency_Key',
  'x_gcs_idempotence-key',
])('%s is an idempotency key, for the service and for its destination', (name) => {
  expect(isIdempotencyKey(name)).toBe(true);
  expect(isIdempotencyKey(`x-vault-forward-header-${name.toLowerCase()}`)).toBe(true);
  expect(isIdempotencyKey(`X_Vault_Forward_Header_${name}`)).toBe(true);
});

it.each(['Request-Id', 'X-Request-Id', 'Client-Request-Id', 'Correlation-Id'])(
  '%s is not an idempotency key',
  (name) => expect(isIdempotencyKey(name)).toBe(false),
);
