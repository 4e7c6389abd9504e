import { formatDuration } from '@shared/text/format-time';
import type { ConnectionFailure, Exchange } from '@shared/http/exchange';
import { assertNever } from '@shared/problem';

const FAILURES: Readonly<Record<ConnectionFailure, string>> = {
  dns: 'the service’s host was not found',
  refused: 'the service refused the connection',
  unreachable: 'the service could not be reached',
  tls: 'no secure connection came about',
  proxy: 'the proxy did not connect',
  'connect-timeout': 'no connection in time',
  'total-timeout': 'no answer in time',
  sleep: 'the computer was asleep before an answer came',
  reset: 'the connection was closed before an answer',
  truncated: 'the answer broke off',
  'too-large': 'the answer is larger than the limit',
  'bad-encoding': 'the answer could not be decoded',
  protocol: 'the answer is not valid HTTP',
};

/** Why there is no whole answer, in words that follow a chip. */
export function describeMissing({ outcome, timings }: Exchange): string {
  switch (outcome.kind) {
    case 'answered':
      return 'there is no answer';
    case 'cancelled': {
      const before = outcome.mayHaveArrived ? 'an answer came' : 'anything was sent';
      return `cancelled before ${before}${outcome.why === undefined ? '' : `: ${outcome.why}`}`;
    }
    case 'unanswered':
      return outcome.why === 'under-way' ? 'still under way' : 'the app ended before the answer';
    case 'failed': {
      const waited = outcome.failure === 'total-timeout' ? formatDuration(timings.totalMs) : null;
      return waited === null ? FAILURES[outcome.failure] : `no answer in ${waited}`;
    }
    default:
      return assertNever(outcome);
  }
}
