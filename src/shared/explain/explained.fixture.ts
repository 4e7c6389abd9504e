import type { Body, Exchange, HeaderList, Outcome } from '../http/exchange';
import { exchangeOf } from '../testing/exchanges';
import type { ExplainContext } from './explain-context';
import { explainExchange } from './explain-exchange';

export const context: ExplainContext = { requiredScope: 'checkout-sessions.read', credential: null };

/** A look-up of a session on Sandbox EU that was answered so. */
export function exchange(
  status: number,
  body: Body | string,
  headers: HeaderList = [],
  outcome: Outcome = { kind: 'answered' },
): Exchange {
  const { profile, ...rest } = exchangeOf(status, body, headers);
  return {
    ...rest,
    operation: 'get_checkout_session',
    profile: { ...profile, name: 'Sandbox EU', merchantAccountId: 'acme' },
    startedAt: '2026-11-21T00:00:00.000Z',
    outcome,
  };
}

export const none: Body = { kind: 'none' };
export const binary: Body = { kind: 'stored', bodyId: 'b', bytes: 9, encoding: 'binary', complete: true };

export function error(status: number, code: string, message: string): string {
  return JSON.stringify({ type: 'error', code, status, message, details: [] });
}

/** What is said about an answer to a Vault Forward request. */
export function forwarded(status: number, body: Body | string): ReturnType<typeof explainExchange> {
  return explainExchange({ ...exchange(status, body), operation: 'vault_forward' }, context);
}
