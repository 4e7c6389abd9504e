import { diffArrays } from 'diff';

/** How the items of two lists correspond, by index. */
export interface Alignment {
  /** In the same order in both lists; equal, or two versions of one thing. */
  readonly pairs: readonly IndexPair[];
  /** In a different order; equal, or two versions of one thing. */
  readonly moved: readonly IndexPair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

export type IndexPair = readonly [before: number, after: number];

/** What the alignment needs to know about an item. */
export interface AlignedItem {
  /** Equal items have the same number, different ones do not. */
  readonly value: number;
  /** Identifies a thing in all its versions; null if unknown. */
  readonly id: string | null;
  /** Only items of the same kind can be versions of one thing. */
  readonly kind: string;
}

/**
 * Finding the best common order takes quadratic time in the number of differences: a few tenths of a second for this
 * many.
 */
const MAX_DIFFERENCES = 1500;

/**
 * Aligns two lists. Equal items are paired along their longest common order. Of the rest, versions of one thing are
 * found by id, and moved items by equality; what is left between two aligned items is compared position by position.
 */
export function alignItems(before: readonly AlignedItem[], after: readonly AlignedItem[]): Alignment {
  const matched = commonOrder(before, after);
  const rest = { before: new Set(before.keys()), after: new Set(after.keys()) };
  const take = (pairs: readonly IndexPair[]): void => {
    for (const [from, to] of pairs) {
      rest.before.delete(from);
      rest.after.delete(to);
    }
  };
  take(matched);
  for (const keyOf of [idOf, valueOf]) {
    const found = matches(rest, before, after, keyOf);
    take(found);
    matched.push(...found);
  }
  matched.sort(([one], [other]) => one - other);
  const inOrder = longestIncreasing(matched);
  const kept = new Set(inOrder);
  const versions = pairByPlace(rest, inOrder, before, after);
  take(versions);
  return {
    pairs: [...inOrder, ...versions].sort(([one], [other]) => one - other),
    moved: matched.filter((pair) => !kept.has(pair)),
    removed: [...rest.before],
    added: [...rest.after],
  };
}

const idOf = ({ id }: AlignedItem): string | null => id;
const valueOf = ({ value }: AlignedItem): number => value;

/** Pairs equal items along the longest common order; none if the lists differ too much for it. */
function commonOrder(before: readonly AlignedItem[], after: readonly AlignedItem[]): IndexPair[] {
  const changes = diffArrays(before.map(valueOf), after.map(valueOf), { maxEditLength: MAX_DIFFERENCES });
  const pairs: IndexPair[] = [];
  let from = 0;
  let to = 0;
  for (const { removed, added, count } of changes ?? []) {
    for (let done = 0; !removed && !added && done < count; done += 1) {
      pairs.push([from + done, to + done]);
    }
    from += added ? 0 : count;
    to += removed ? 0 : count;
  }
  return pairs;
}

interface Rest {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** Pairs items with the same key, in order; a null key matches nothing. */
function matches(
  rest: Rest,
  before: readonly AlignedItem[],
  after: readonly AlignedItem[],
  keyOf: (item: AlignedItem) => string | number | null,
): IndexPair[] {
  const waiting = new Map<string | number, number[]>();
  for (const index of [...rest.after].reverse()) {
    const item = after[index];
    const key = item === undefined ? null : keyOf(item);
    if (key === null) continue;
    const indexes = waiting.get(key);
    if (indexes === undefined) waiting.set(key, [index]);
    else indexes.push(index);
  }
  return [...rest.before].flatMap((from): IndexPair[] => {
    const item = before[from];
    const key = item === undefined ? null : keyOf(item);
    const to = key === null ? undefined : waiting.get(key)?.pop();
    return to === undefined ? [] : [[from, to]];
  });
}

/** The largest set of pairs whose second indexes rise like the first ones (longest increasing subsequence, patience sorting). */
function longestIncreasing(pairs: readonly IndexPair[]): IndexPair[] {
  interface Link {
    readonly pair: IndexPair;
    readonly previous: Link | undefined;
  }
  const piles: Link[] = [];
  for (const pair of pairs) {
    let low = 0;
    let high = piles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    piles[low] = { pair, previous: piles[low - 1] };
  }
  const chain: IndexPair[] = [];
  for (let link = piles[piles.length - 1]; link !== undefined; link = link.previous) {
    chain.push(link.pair);
  }
  return chain.reverse();
}

/** Between two aligned items, pairs the remaining ones in order, as long as they may be versions of one thing. */
function pairByPlace(
  rest: Rest,
  inOrder: readonly IndexPair[],
  before: readonly AlignedItem[],
  after: readonly AlignedItem[],
): IndexPair[] {
  const pairs: IndexPair[] = [];
  let from = 0;
  let to = 0;
  for (const [nextFrom, nextTo] of [...inOrder, [before.length, after.length] as const]) {
    const added = range(to, nextTo).filter((index) => rest.after.has(index));
    range(from, nextFrom)
      .filter((index) => rest.before.has(index))
      .forEach((index, place) => {
        const other = added[place];
        if (other !== undefined && mayBeVersions(before[index], after[other])) pairs.push([index, other]);
      });
    from = nextFrom + 1;
    to = nextTo + 1;
  }
  return pairs;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_item, place) => from + place);
}

/** Two items with different ids are never versions of one thing. */
function mayBeVersions(one: AlignedItem | undefined, other: AlignedItem | undefined): boolean {
  return one?.kind === other?.kind && (one?.id === null || other?.id === null);
}
