import type { ServedDocument } from '@shared/documents/served-document';
import { countOf } from '@shared/text/count-of';
import type { RequestLog } from '../log/request-log';

/** Logs a served document twice at most: when all its answers have been checked, and when it is no longer served. */
export function logDocument(log: RequestLog, state: ServedDocument): void {
  const name = `document ${JSON.stringify(`${state.title} ${state.version}`.trim() || state.id)}`;
  if (state.state === 'ended') log.note(`${name} is not served: ${state.why ?? ''}`);
  else if (state.state === 'serving' && state.checked === state.operations) {
    log.note(
      `${name}: ${countOf(state.operations, 'operation')}, ${countOf(state.brokenCount, 'answer')} against their own schema, ${countOf(state.ownBrokenCount, 'example')} of the document left out for that, ${state.suspended.length} not served`,
    );
    for (const { operation, why } of state.broken) log.note(`  ${operation}: ${why}`);
  }
}
