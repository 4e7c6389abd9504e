import type { Selector } from './path-types';

/** The indexes that a slice selects from a list of this length, in the order of RFC 9535, section 2.3.4.2.2. */
export function* sliceOf(
  { start, end, step }: Extract<Selector, { kind: 'slice' }>,
  length: number,
): Generator<number, void, undefined> {
  if (step === 0) return;
  const normal = (index: number): number => (index >= 0 ? index : length + index);
  if (step > 0) {
    const upper = clamp(normal(end ?? length), 0, length);
    for (let index = clamp(normal(start ?? 0), 0, length); index < upper; index += step) yield index;
  } else {
    const upper = clamp(normal(start ?? length - 1), -1, length - 1);
    const lower = end === null ? -1 : clamp(normal(end), -1, length - 1);
    for (let index = upper; index > lower; index += step) yield index;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
