import { formatDuration } from '@shared/text/format-time';
import type { Exchange } from '@shared/http/exchange';
import { FAILURE_WORDS } from '@shared/http/failure-words';
import { assertNever } from '@shared/problem';

/** Why there is no complete answer, as text that follows a chip. */
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
      return waited === null ? FAILURE_WORDS[outcome.failure] : `no answer in ${waited}`;
    }
    default:
      return assertNever(outcome);
  }
}
