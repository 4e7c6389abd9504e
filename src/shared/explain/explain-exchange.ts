import { endedWaiting, type Exchange } from '../http/exchange';
import { assertNever, type Problem } from '../problem';
import { outcomeProblem } from '../http/describe-failure';
import type { ExplainContext } from './explain-context';
import { explainStatus } from './explain-status';

/**
 * What an exchange that did not return the expected resource means, and what to do next; null if it returned it.
 * Source: specification, Errors and Authentication.
 */
export function explainExchange(exchange: Exchange, context: ExplainContext): Problem | null {
  const { outcome, response } = exchange;
  // It stands for all pages of a load, whose bodies cannot be read.
  if (exchange.load !== undefined) return null;
  switch (outcome.kind) {
    case 'cancelled':
    case 'failed':
    case 'unanswered': {
      const { method, url } = exchange.request;
      const status = response?.status ?? null;
      const waitedAfter = endedWaiting(exchange) ? exchange.retries.at(-1)?.reason : undefined;
      return outcomeProblem(outcome, { method, url, status, waitedAfter, timeouts: null, proxy: null });
    }
    case 'answered':
      return response ? explainStatus(exchange, response, context) : null;
    default:
      return assertNever(outcome);
  }
}
