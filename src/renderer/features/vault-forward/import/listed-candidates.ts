/** As many as a select has at once: thousands of options hold the page for half a second. */
export const MAX_LISTED = 200;

/** What of many requests stands in the select. */
export interface Listed {
  readonly indexes: readonly number[];
  /** The chosen one where it has the words, else the first that has them; null for none. */
  readonly best: number | null;
  /** How many have them. */
  readonly matching: number;
}

/** The first of those that have all the words, whatever their case, and the chosen one, or nobody could tell which it is. */
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
