import { expect, it } from 'vitest';
import type { OperationKey } from '@shared/requests/operation-key';
import { methodOf, nameBesideMethod } from './describe-run';

it.each<[OperationKey, string, string]>([
  ['vault_forward', 'PUT psp.example/charges', 'PUT'],
  ['vault_forward', 'get psp.example/charges', 'get'],
  ['vault_forward', '/vault-forward', 'POST'],
  ['list_buyers', 'first page', 'GET'],
  ['get_checkout_session', '5e550000-0000-4000-8000-000000000001', 'GET'],
  ['free', 'DELETE /orders/1', 'DELETE'],
])('the method of %s "%s" is %s, as written', (operation, subject, method) => {
  const line = { id: 'a', folder: '', name: 'a', description: '', expectations: 0 };
  expect(methodOf({ ...line, operation, subject })).toBe(method);
});

it.each([
  ['POST psp.example/charges', 'psp.example/charges'],
  ['Charge', 'Charge'],
  ['GET psp.example/charges', 'GET psp.example/charges'],
  ['POSTAL charge', 'POSTAL charge'],
  ['POST', 'POST'],
  ['POST ', 'POST '],
])('beside its method, the request "%s" is called "%s"', (name, beside) => {
  const line = { id: 'a', folder: '', description: '', expectations: 0 };
  const subject = 'POST psp.example/charges';
  expect(nameBesideMethod({ ...line, name, operation: 'vault_forward', subject })).toBe(beside);
});
