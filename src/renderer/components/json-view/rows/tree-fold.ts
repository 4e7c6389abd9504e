import { NONE } from '@shared/json/json-scanner';
import type { JsonIndex } from '../index/json-index';
import { RowMap } from './row-map';

/** Everything unfolded. */
export const ALL_LEVELS = Infinity;

/** With a filter: unfolds the ancestors of matches, but not the matches themselves. */
export const TO_MATCHES = -1;

/**
 * Which containers are unfolded, and so which nodes have rows. Stores a number of open levels (0: the root is folded)
 * and individual exceptions; setting the levels clears the exceptions.
 */
export class TreeFold {
  readonly map = new RowMap();
  private levels = ALL_LEVELS;
  private readonly exceptions = new Set<number>();
  /** The nodes that a filter selects, ascending, or null without a filter. */
  private matches: Uint32Array | null = null;
  /** Incremented when the map changes. */
  version = 0;

  constructor(private readonly index: JsonIndex) {}

  setLevels(levels: number): void {
    this.levels = levels;
    this.exceptions.clear();
    this.rebuild();
  }

  /** Unfolds the same containers as in another tree, which has only the first ones of this one. */
  takeOver({ levels, exceptions }: TreeFold): void {
    this.setLevels(levels);
    for (const container of exceptions) this.exceptions.add(container);
    this.rebuild();
  }

  /** Shows only these nodes, their ancestors and, where unfolded, their contents. Null: shows everything. */
  setMatches(matches: Uint32Array | null, levels: number): void {
    this.matches = matches;
    this.setLevels(levels);
  }

  isOpen(container: number): boolean {
    return this.isWithinLevels(container) !== this.exceptions.has(container);
  }

  toggle(container: number): void {
    if (!this.exceptions.delete(container)) this.exceptions.add(container);
    this.rebuild();
  }

  /** Unfolds all ancestors of a node. True when the node then has a row. */
  reveal(node: number): boolean {
    if (this.map.rowOf(node) < 0) {
      for (let up = this.index.parent(node); up !== NONE; up = this.index.parentContainer(up)) this.open(up);
      this.rebuild();
    }
    return this.map.rowOf(node) >= 0;
  }

  private open(container: number): void {
    if (this.isOpen(container)) return;
    if (!this.exceptions.delete(container)) this.exceptions.add(container);
  }

  private isWithinLevels(container: number): boolean {
    if (this.levels === ALL_LEVELS) return true;
    if (this.levels === TO_MATCHES) return !this.isInMatch(container);
    let up = container;
    for (let level = 0; level < this.levels; level++) {
      up = this.index.parentContainer(up);
      if (up === NONE) return true;
    }
    return false;
  }

  /** True for a match and everything inside one. */
  isInMatch(container: number): boolean {
    if (this.matches === null) return false;
    for (let up = container; up !== NONE; up = this.index.parentContainer(up)) {
      if (includesSorted(this.matches, this.index.nodeOfContainer(up))) return true;
    }
    return false;
  }

  /** Has to be called when the index has grown. */
  rebuild(): void {
    this.version++;
    this.map.clear();
    if (this.index.nodeCount === 0) return;
    if (this.matches !== null) this.appendMatches(this.matches);
    else this.appendUnfolded(0, this.index.nodeCount, 0);
  }

  /** Appends the nodes `from` to `to` except those inside folded containers. `first` is the first container there. */
  private appendUnfolded(from: number, to: number, first: number): void {
    if (this.levels === ALL_LEVELS) {
      this.appendBesides(
        [...this.exceptions].sort((a, b) => a - b),
        from,
        to,
      );
      return;
    }
    let next = from;
    for (let container = first; container < this.index.containerCount;) {
      const node = this.index.nodeOfContainer(container);
      if (node >= to) break;
      if (this.isOpen(container)) {
        container++;
      } else {
        this.map.append(next, node + 1);
        next = this.index.skip(container);
        container = this.index.nextContainer(container);
      }
    }
    this.map.append(next, to);
  }

  /** Like `appendUnfolded` when all containers are open except the given ones, ascending. */
  private appendBesides(closed: readonly number[], from: number, to: number): void {
    let next = from;
    for (const container of closed) {
      const node = this.index.nodeOfContainer(container);
      if (node < next) continue;
      if (node >= to) break;
      this.map.append(next, node + 1);
      next = this.index.skip(container);
    }
    this.map.append(next, to);
  }

  private appendMatches(matches: Uint32Array): void {
    const { index, map } = this;
    // The ancestors that have rows already, innermost last, and the node before which everything is done.
    const path: number[] = [];
    let settled = 0;
    for (const match of matches) {
      if (match < settled) continue;
      while (path.length > 0 && index.skip(path[path.length - 1] ?? 0) <= match) path.pop();
      const folded = this.appendAncestors(match, path);
      if (folded !== NONE) {
        settled = index.skip(folded);
        continue;
      }
      map.append(match, match + 1);
      settled = match + 1;
      if (!index.isContainer(match)) continue;
      const container = index.lastContainerAt(match);
      settled = index.skip(container);
      if (this.isOpen(container)) this.appendUnfolded(match + 1, settled, container + 1);
    }
  }

  /** Adds rows for the ancestors of `match` beyond `path`. Returns the one that is folded, or NONE. */
  private appendAncestors(match: number, path: number[]): number {
    const known = path.length === 0 ? NONE : (path[path.length - 1] ?? NONE);
    const added: number[] = [];
    for (let up = this.index.parent(match); up !== NONE && up !== known; up = this.index.parentContainer(up))
      added.push(up);
    for (const container of added.reverse()) {
      const node = this.index.nodeOfContainer(container);
      this.map.append(node, node + 1);
      if (!this.isOpen(container)) return container;
      path.push(container);
    }
    return NONE;
  }
}

export function includesSorted(sorted: Uint32Array, value: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}
