import { expect, it } from 'vitest';
import { apiError, exchangeOf } from '../testing/exchanges';
import type { Body, ReceivedResponse } from './exchange';
import { isForeign, saysNoPaymentMethod } from './foreign-answer';

const NONE: Body = { kind: 'none' };
const PAGE = '<h1>Log in</h1>';
const GATEWAY = '{"message":"no Route matched"}';

function answered(status: number, body: Body | string): ReceivedResponse {
  const { response } = exchangeOf(status, body);
  if (response === null) throw new Error('an exchange of a test without an answer');
  return response;
}

it.each([400, 401, 403, 405, 409, 425, 429, 500, 502, 503, 504])(
  'accepts a %s as the API’s only with its error object',
  (status) => {
    expect(isForeign(answered(status, apiError(status, 'x')))).toBe(false);
    for (const body of [PAGE, GATEWAY, '', NONE]) expect(isForeign(answered(status, body))).toBe(true);
  },
);

it('accepts a 404 as the API’s only with not_found', () => {
  expect(isForeign(answered(404, apiError(404, 'not_found')))).toBe(false);
  for (const body of [PAGE, GATEWAY, '', NONE, apiError(401, 'unauthorized')])
    expect(isForeign(answered(404, body))).toBe(true);
});

it('accepts a 422 as the API’s without a body or with its error object, and blames the payment method only without a body', () => {
  for (const body of ['', NONE]) {
    expect(isForeign(answered(422, body))).toBe(false);
    expect(saysNoPaymentMethod(answered(422, body))).toBe(true);
  }
  for (const body of [PAGE, GATEWAY]) expect(isForeign(answered(422, body))).toBe(true);
  expect(isForeign(answered(422, apiError(422, 'x')))).toBe(false);
  for (const body of [PAGE, GATEWAY, apiError(422, 'x')])
    expect(saysNoPaymentMethod(answered(422, body))).toBe(false);
  expect(saysNoPaymentMethod(answered(404, ''))).toBe(false);
});

it('accepts an error object without message and details', () => {
  const bare = (status: number, code: string): string => JSON.stringify({ type: 'error', code, status });
  expect(isForeign(answered(403, bare(403, 'forbidden')))).toBe(false);
  expect(isForeign(answered(404, bare(404, 'not_found')))).toBe(false);
  expect(isForeign(answered(403, '{"type":"error","code":"forbidden","status":403,"message":1}'))).toBe(true);
});

it.each([200, 204, 302, 410, 451])('does not judge a %s, for which the API has no error object', (status) => {
  expect(isForeign(answered(status, PAGE))).toBe(false);
});
