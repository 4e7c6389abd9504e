/** How many options a select gets at once: thousands would block the page for half a second. */
export const MAX_LISTED = 200;

/** The part of many requests that the select lists. */
export interface Listed {
  readonly indexes: readonly number[];
  /** The chosen request if it has the words, otherwise the first that has them; null if none has. */
  readonly best: number | null;
  /** How many requests have the words. */
  readonly matching: number;
}

/** The first requests that have all the words in any case; the chosen one is always listed, so that it can be seen. */
export function listCandidates(labels: readonly string[], words: string, chosen: number): Listed {
  const wanted = words.toLowerCase().split(/\s+/);
  const matches = labels.flatMap((label, index) => {
    const lower = label.toLowerCase();
    return wanted.every((word) => lower.includes(word)) ? [index] : [];
  });
  const first = matches.slice(0, MAX_LISTED);
  return {
    indexes: first.includes(chosen) ? first : [chosen, ...first],
    best: matches.includes(chosen) ? chosen : (matches[0] ?? null),
    matching: matches.length,
  };
}
