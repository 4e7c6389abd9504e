import type { Exchange } from '@shared/http/exchange';
import { compareBodies, isNothing } from '@renderer/components/compare/compare-bodies';
import { describeStatus } from '@renderer/components/describe-exchange';

/** More names would push the other facts out of the line. */
const MAX_NAMED = 2;

/** What a reading says that the one before it did not. */
export interface Change {
  readonly words: string;
  /** False if both say the same. */
  readonly differs: boolean;
}

/**
 * Compares two readings of a session.
 * @param time when the first one was made.
 * @returns null if they cannot be compared here: they are too large, or only in part here.
 */
export function describeChange(before: Exchange, after: Exchange, time: string): Change | null {
  const changed = (what: string): Change => ({ words: `Changed since ${time}${what}`, differs: true });
  if (before.response?.status !== after.response?.status) return changed(`: was ${describeStatus(before)}`);
  const bodies = compareBodies(
    before.response?.body ?? { kind: 'none' },
    after.response?.body ?? { kind: 'none' },
  );
  if (bodies.kind === 'not-compared') return null;
  if (isNothing(bodies)) return { words: `No change since ${time}`, differs: false };
  if (bodies.kind === 'lines') return changed('');
  const names = [...new Set(bodies.changes.map(({ field }) => field))];
  const more = names.length - MAX_NAMED;
  // A name may itself have a comma in it.
  const named = names.slice(0, MAX_NAMED).join('; ');
  return changed(`: ${named}${more > 0 ? `; ${more.toLocaleString('en')} more` : ''}`);
}
