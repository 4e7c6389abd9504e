import { ENTRY_GROUPS, type Entry, type EntryGroup } from './entry';
import type { Match } from './fuzzy';
import { weightOf, type Uses } from './uses';

export interface ShownGroup {
  readonly name: EntryGroup;
  readonly matches: readonly Match<Entry>[];
}

/** The maximum number of lines per group: together they still fit into a small window with little scrolling. */
const MOST: Readonly<Record<EntryGroup, number>> = {
  'Look up': 8,
  Actions: 5,
  Sessions: 5,
  'Go to': 7,
  History: 5,
};

/**
 * The best matches of each group, starting with the group that has the best match of all. Among equally good matches,
 * the most used comes first.
 */
export function arrange(matches: readonly Match<Entry>[], uses: Uses, now: number): readonly ShownGroup[] {
  const weights = new Map(matches.map((match) => [match, weightOf(uses, match.item.key, now)]));
  const weight = (match: Match<Entry>): number => weights.get(match) ?? 0;
  // The sort is stable: equal matches stay in the matcher's order.
  const ranked = [...matches].sort((one, other) => one.tier - other.tier || weight(other) - weight(one));
  return ENTRY_GROUPS.map((name) => ({
    name,
    matches: ranked.filter(({ item }) => item.group === name).slice(0, MOST[name]),
  }))
    .filter((group) => group.matches.length > 0)
    .sort((one, other) => bestTier(one) - bestTier(other));
}

function bestTier({ name, matches }: ShownGroup): number {
  // The history's own search finds whole words anywhere in an exchange, so it never comes before entries with that
  // name.
  return name === 'History' ? 4 : (matches[0]?.tier ?? 4);
}
