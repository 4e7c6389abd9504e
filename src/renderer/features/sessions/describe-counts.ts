import type { SessionListSummary } from '@shared/bridge/sessions';
import { countOf } from '@shared/text/count-of';

/** What may need another look comes first: the line has no room for all of them. */
const OUTCOMES = ['failed', 'no access', 'cancelled', 'not found', 'not an ID'] as const;

/** The rows of a remembered list by their result, in a few words. */
export function describeCounts({
  name,
  total,
  counts,
}: Pick<SessionListSummary, 'name' | 'total' | 'counts'>): string {
  const found = (counts.found ?? 0) + (counts.expired ?? 0);
  const others = OUTCOMES.map(
    (outcome) => [counts[outcome] ?? 0, outcome === 'cancelled' ? 'left' : outcome] as const,
  );
  return [
    ...(name === null ? [] : [countOf(total, 'session')]),
    ...[...others.filter(([count]) => count > 0), [found, 'found'] as const].map(
      ([count, word]) => `${count.toLocaleString('en')} ${word}`,
    ),
  ].join(' · ');
}
