import { expect } from 'vitest';
import { useSandbox, type Received, type RequestOptions } from '../test-fixtures/client';

export type Overrides = Readonly<Record<string, string | string[] | undefined>>;

/** A sandbox for all tests of the file, and how they forward through it. */
export function useForwarding() {
  const sandbox = useSandbox({ forwardTimeoutMs: 3_000, maxBodyBytes: 100_000 });

  /**
   * Forwards to `path` of the destination. `headers` replace the usual ones, or remove them if the value is undefined.
   */
  function forward(path: string, headers: Overrides = {}, sending: RequestOptions = {}): Promise<Received> {
    const [first = '', second = ''] = sandbox.description.paymentMethods;
    const all: Overrides = {
      'x-vault-forward-url': sandbox.description.destination.http + path,
      'x-vault-forward-http-method': 'POST',
      'x-vault-forward-payment-methods': `${first}, ${second}`,
      'content-type': 'application/json',
      ...headers,
    };
    const given = Object.entries(all).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined,
    );
    return sandbox.call('/vault-forward', {
      method: 'POST',
      body: '{}',
      ...sending,
      headers: Object.fromEntries(given),
    });
  }

  return { sandbox, forward };
}

export function detailsOf({ status, json }: Received): unknown {
  expect(status).toBe(400);
  const details: unknown = Reflect.get(Object(json), 'details');
  return Array.isArray(details) ? details.map(({ pointer, message }) => [pointer, message]) : null;
}
