import { describe, expect, it } from 'vitest';
import { errorObject, isErrorStatus, operations, type ErrorObjectStatus, type OperationId } from '@contract';
import { checkResponse } from '@contract/findings';
import { operationDetails } from '@contract/operation-details';
import { operationIds } from './api/router';
import { useSandbox, type Received, type RequestOptions } from './test-fixtures/client';

const sandbox = useSandbox();

/** For each operation, a request that is answered with 200, and how to get every other status of the contract from it. */
interface RequestCase {
  readonly path: () => string;
  readonly sending?: () => RequestOptions;
}

const good: Readonly<Record<OperationId, RequestCase>> = {
  get_checkout_session: { path: () => `/checkout/sessions/${sandbox.description.sessions.rich}` },
  list_buyers: { path: () => '/buyers?limit=3' },
  vault_forward: {
    path: () => '/vault-forward',
    sending: () => ({
      method: 'POST',
      headers: {
        'x-vault-forward-url': `${sandbox.description.destination.http}/_destination/anything`,
        'x-vault-forward-http-method': 'POST',
        'content-type': 'application/json',
      },
      body: '{}',
    }),
  },
};

function request(id: OperationId, headers: RequestOptions['headers'] = {}): Promise<Received> {
  const { path, sending } = good[id];
  const base = sending?.() ?? {};
  return sandbox.call(path(), { ...base, headers: { ...base.headers, ...headers } });
}

describe.each(operationIds)('%s', (id) => {
  it('answers 200 as in the contract', async () => {
    const { status, json } = await request(id);
    expect(status).toBe(200);
    expect(checkResponse(id, status, json).findings).toEqual([]);
  });

  it.each([
    ['no token', {}],
    ['an expired one', { authorization: () => `Bearer ${sandbox.description.tokens.expired}` }],
    [
      'one that is not valid yet',
      { authorization: () => `Bearer ${sandbox.description.tokens.notYetValid}` },
    ],
    ['something else', { authorization: () => 'Basic dTpw' }],
  ])('answers 401 with %s', async (_, headers) => {
    const { path, sending } = good[id];
    const base = sending?.() ?? {};
    const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value()]));
    const {
      status,
      json,
      headers: answered,
    } = await sandbox.callAnonymously(path(), {
      ...base,
      headers: { ...base.headers, ...own },
    });
    expect(status).toBe(401);
    expect(json).toMatchObject({
      ...errorObject(401),
      details: [{ location: 'header', pointer: '/authorization' }],
    });
    expect(answered['www-authenticate']).toBe('Bearer');
    expect(checkResponse(id, status, json).findings).toEqual([]);
  });

  it('answers 403 without a scope, only if the contract requires one', async () => {
    const { status, json } = await request(id, {
      authorization: `Bearer ${sandbox.description.tokens.noScope}`,
    });
    expect(status).toBe(operations[id].requiredScopes === null ? 200 : 403);
    expect(checkResponse(id, status, json).findings).toEqual([]);
  });

  it('answers 403 for an unknown merchant account', async () => {
    const { status, json } = await request(id, { 'x-service-merchant-account-id': 'nobody' });
    expect(status).toBe(403);
    expect(checkResponse(id, status, json).findings).toEqual([]);
  });

  it('answers 405 to other methods, and says which is allowed', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      if (method === operations[id].method) continue;
      const { status, json, headers } = await sandbox.call(good[id].path(), { method });
      expect([method, status]).toEqual([method, 405]);
      expect(headers.allow).toBe(operations[id].method);
      if (method !== 'HEAD') expect(json).toEqual(errorObject(405));
    }
  });
});

describe('an error requested by the fault header', () => {
  it('is the one in the contract, for each status of any operation', async () => {
    const statuses = operationIds.flatMap((id) => Object.keys(operationDetails[id].responses).map(Number));
    const errors = [...new Set(statuses)].filter((status) => status !== 200);
    expect(errors.length).toBeGreaterThan(8);
    for (const status of errors) {
      const received = await request('list_buyers', { 'x-sandbox-fault': `error=${status}` });
      expect(received.status).toBe(status);
      if (isErrorStatus(status) && status !== 422) expect(received.json).toEqual(errorObject(status));
      else expect(received.body).toHaveLength(0);
    }
  });
});

describe('reserved session IDs', () => {
  const withObject = Object.keys(operationDetails.get_checkout_session.responses)
    .map(Number)
    .filter((status): status is ErrorObjectStatus => status !== 200 && status !== 422);

  it('cover every error of the operation', () => {
    const reserved = Object.keys(sandbox.description.sessions.errors).map(Number);
    expect(reserved.sort()).toEqual([...withObject, 422].sort());
  });

  it.each(withObject)('answer %i with the exact error object', async (status) => {
    const id = sandbox.description.sessions.errors[status];
    const { status: answered, json } = await sandbox.call(`/checkout/sessions/${id}`);
    expect(answered).toBe(status);
    expect(json).toEqual(errorObject(status));
  });

  it('answer 422 with an empty body', async () => {
    const received = await sandbox.call(`/checkout/sessions/${sandbox.description.sessions.errors[422]}`);
    expect([received.status, received.body.length]).toEqual([422, 0]);
  });

  it('answer 429 with Retry-After, 401 with WWW-Authenticate, 405 with Allow', async () => {
    const { errors } = sandbox.description.sessions;
    const headersOf = async (status: number): Promise<Received['headers']> =>
      (await sandbox.call(`/checkout/sessions/${errors[status]}`)).headers;
    expect((await headersOf(429))['retry-after']).toBe('1');
    expect((await headersOf(401))['www-authenticate']).toBe('Bearer');
    expect((await headersOf(405)).allow).toBe('GET');
  });
});

describe('unknown resources', () => {
  it.each([
    '/',
    '/buyers/',
    '/Buyers',
    '/checkout/sessions',
    '/checkout/sessions/',
    '/checkout/sessions/a/b',
    '/v1/buyers',
    '//buyers',
    '/_control',
    '/_control/guess/faults',
    '/_destination/',
  ])('give a 404 for %s', async (path) => {
    const { status, json } = await sandbox.call(path);
    expect(status).toBe(404);
    expect(json).toEqual(errorObject(404));
  });

  it('give a 404 for an unknown session, and for a sample of the other merchant account', async () => {
    const { sessions, merchantAccounts } = sandbox.description;
    const unknown = await sandbox.call('/checkout/sessions/12345678-1234-4234-8234-123456789abc');
    expect([unknown.status, unknown.json]).toEqual([404, errorObject(404)]);
    const other = await sandbox.call(`/checkout/sessions/${sessions.rich}`, {
      headers: { 'x-service-merchant-account-id': merchantAccounts[1] ?? '' },
    });
    expect(other.status).toBe(404);
  });

  it.each([
    'nope',
    '%zz',
    '5e550000-0000-4000-8000-00000000000',
    '5e550000000040008000000000000001',
    '%20',
    'a%2Fb',
  ])('give a 400 with a detail for the session ID %s', async (id) => {
    const { status, json } = await sandbox.call(`/checkout/sessions/${id}`);
    expect(status).toBe(400);
    expect(checkResponse('get_checkout_session', status, json).findings).toEqual([]);
    const pointer = id === '%zz' ? '' : '/session_id';
    expect(json).toMatchObject({ details: [{ location: 'path', pointer, type: 'value_error' }] });
  });

  it('do not include a session whose ID is in upper case', async () => {
    const { status } = await sandbox.call(
      `/checkout/sessions/${sandbox.description.sessions.rich.toUpperCase()}`,
    );
    expect(status).toBe(200);
  });
});
