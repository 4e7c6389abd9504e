/**
 * `1 card`, `12,300 buyers`. Numbers without a separator are not formatted, so that the first screen need not load
 * the tables for that.
 */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `3,000`, for a place with no word beside it. */
export function grouped(count: number): string {
  return Math.abs(count) < 1_000 ? String(count) : count.toLocaleString('en');
}

/** `3,000 new`, for a word without a plural. */
export function counted(count: number, word: string): string {
  return countOf(count, word, word);
}
