/** `1 card`, `12,300 buyers`. */
export function countOf(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}
