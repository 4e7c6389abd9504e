const HEAD = 8;
const TAIL = 4;
/** Only this much of a longer id's ends is read: it always contains more code points than are kept. */
const END = 32;

/**
 * `8d3c1f0a…1c55` for a longer identifier: its two ends distinguish it from its neighbours. Cut between code points, so
 * that none is split.
 */
export function shortenMiddle(id: string): string {
  const points = [...(id.length > 2 * END ? id.slice(0, END) + id.slice(-END) : id)];
  if (points.length <= HEAD + TAIL + 1) return id;
  return `${points.slice(0, HEAD).join('')}…${points.slice(-TAIL).join('')}`;
}
