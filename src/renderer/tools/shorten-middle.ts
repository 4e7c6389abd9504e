const HEAD = 8;
const TAIL = 4;

/** `8d3c1f0a…1c55` for a longer identifier: both ends tell it from its neighbours. By code points, so that none is cut in two. */
export function shortenMiddle(id: string): string {
  const points = [...id];
  if (points.length <= HEAD + TAIL + 1) return id;
  return `${points.slice(0, HEAD).join('')}…${points.slice(-TAIL).join('')}`;
}
