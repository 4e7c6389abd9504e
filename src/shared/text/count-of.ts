/** `1 card`, `12,300 buyers`. What needs no separator goes without a format, whose tables the first screen does not need otherwise. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `3,000`, for a place that has no word beside it. */
export function grouped(count: number): string {
  return Math.abs(count) < 1_000 ? String(count) : count.toLocaleString('en');
}

/** `3,000 new`: of a word that is the same for one. */
export function counted(count: number, word: string): string {
  return countOf(count, word, word);
}
