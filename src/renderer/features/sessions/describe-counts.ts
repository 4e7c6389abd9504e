import type { SessionListSummary } from '@shared/bridge/sessions';
import { countOf } from '@shared/text/count-of';

const OUTCOMES = [
  ['not found', 'not found'],
  ['no access', 'no access'],
  ['failed', 'failed'],
  ['cancelled', 'left'],
] as const;

/** The rows of a remembered list by their result, in a few words. */
export function describeCounts({
  name,
  total,
  counts,
}: Pick<SessionListSummary, 'name' | 'total' | 'counts'>): string {
  const found = (counts.found ?? 0) + (counts.expired ?? 0);
  const noIds = counts['not an ID'] ?? 0;
  const others = OUTCOMES.map(([outcome, word]) => [counts[outcome] ?? 0, word] as const);
  return [
    ...(name === null ? [] : [countOf(total, 'session')]),
    ...[[found, 'found'] as const, ...others.filter(([count]) => count > 0)].map(
      ([count, word]) => `${count.toLocaleString('en')} ${word}`,
    ),
    // They have rows, and are no sessions.
    ...(noIds === 0 ? [] : [noIds === 1 ? '1 not an ID' : `${noIds.toLocaleString('en')} not IDs`]),
  ].join(' · ');
}
