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
  "takes a %s for the API's only with its error object",
  (status) => {
    expect(isForeign(answered(status, apiError(status, 'x')))).toBe(false);
    for (const body of [PAGE, GATEWAY, '', NONE]) expect(isForeign(answered(status, body))).toBe(true);
  },
);

it("takes a 404 for the API's only with its not_found", () => {
  expect(isForeign(answered(404, apiError(404, 'not_found')))).toBe(false);
  for (const body of [PAGE, GATEWAY, '', NONE, apiError(401, 'unauthorized')])
    expect(isForeign(answered(404, body))).toBe(true);
});

it("takes a 422 for the API's without a body, and what says why; only the first is about a payment method", () => {
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

it('takes an error object without what has a default, its message and details, for the API’s', () => {
  const bare = (status: number, code: string): string => JSON.stringify({ type: 'error', code, status });
  expect(isForeign(answered(403, bare(403, 'forbidden')))).toBe(false);
  expect(isForeign(answered(404, bare(404, 'not_found')))).toBe(false);
  expect(isForeign(answered(403, '{"type":"error","code":"forbidden","status":403,"message":1}'))).toBe(true);
});

it.each([200, 204, 302, 410, 451])(
  'says nothing of a %s, of which the API gives no error object',
  (status) => {
    expect(isForeign(answered(status, PAGE))).toBe(false);
  },
);
