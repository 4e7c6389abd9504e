import type { Selector } from './path-types';

/** Where a slice of a list of this length begins, and what it ends before, by RFC 9535, section 2.3.4.2.2. */
export function sliceBounds(
  { start, end, step }: Extract<Selector, { kind: 'slice' }>,
  length: number,
): { readonly first: number; readonly before: number } {
  const [least, most] = step > 0 ? [0, length] : [-1, length - 1];
  const within = (index: number): number =>
    Math.min(Math.max(index >= 0 ? index : length + index, least), most);
  return {
    first: start === null ? (step > 0 ? least : most) : within(start),
    before: end === null ? (step > 0 ? most : least) : within(end),
  };
}

/** The indexes that a slice selects from a list of this length, in their order. */
export function* sliceOf(
  slice: Extract<Selector, { kind: 'slice' }>,
  length: number,
): Generator<number, void, undefined> {
  const { step } = slice;
  const { first, before } = sliceBounds(slice, length);
  if (step > 0) for (let index = first; index < before; index += step) yield index;
  if (step < 0) for (let index = first; index > before; index += step) yield index;
}
