import type { SessionListSummary } from '@shared/bridge/sessions';
import { countOf } from '@shared/text/count-of';

const OUTCOMES = ['not found', 'no access', 'failed', 'cancelled', 'not an ID'] as const;

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
    ...[[found, 'found'] as const, ...others.filter(([count]) => count > 0)].map(
      ([count, word]) => `${count.toLocaleString('en')} ${word}`,
    ),
  ].join(' · ');
}
