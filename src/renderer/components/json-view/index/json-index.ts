import { ARRAY, NONE, OBJECT } from '@shared/json/json-scanner';
import { PagedColumn } from './paged-column';
import { RisingColumn } from './rising-column';

/** Kinds of JSON values, in the order of their codes in the index. */
const KINDS = ['object', 'array', 'string', 'number', 'true', 'false', 'null'] as const;
export type JsonKind = (typeof KINDS)[number];

/** Offsets share a 32-bit word with the kind (3 bits), so 512 MB is the largest text with an index. */
export const MAX_INDEXED_BYTES = 2 ** 29 - 1;

/**
 * Where every value of a JSON text is, as columns of integers beside the raw bytes. A value is a node; nodes are
 * numbered in the order of the text (pre-order), so a container's descendants directly follow it and its subtree is
 * `node + 1 .. skip`. Numbers that grow along the text are stored as distances from something nearby, which mostly fit
 * into two bytes: about 2 bytes per node and 12 more per container (docs/decisions/0163-an-index-of-distances.md).
 *
 * Containers also have their own numbers (the n-th container of the text). For a container whose end has not been read
 * yet, `sizes` and `spans` are 0 in the columns, and the accessors return the end of what was read.
 */
export class JsonIndex {
  /** offset * 8 + kind; for an object's member the offset of its key's quote, otherwise of the value. */
  private readonly words = new RisingColumn();
  private readonly containerNodes = new RisingColumn();
  /** The number of bytes from the node's offset to after its closing bracket. */
  private readonly spans = new PagedColumn();
  /** The number of nodes from the container's own to the first one after its subtree. */
  private readonly sizes = new PagedColumn();
  private readonly counts = new PagedColumn();
  /** The distance in containers from the parent; 0 for the root. */
  private readonly parents = new PagedColumn();
  private readonly positions = new PagedColumn();
  /** Bytes before this offset have been read, except for tokens that extend beyond it. */
  frontier = 0;

  get nodeCount(): number {
    return this.words.length;
  }

  get containerCount(): number {
    return this.containerNodes.length;
  }

  /** Bytes used by the index itself, without the text. */
  get byteLength(): number {
    const columns = [
      this.words,
      this.containerNodes,
      this.spans,
      this.sizes,
      this.counts,
      this.parents,
      this.positions,
    ];
    return columns.reduce((sum, column) => sum + column.byteLength, 0);
  }

  addNode(offset: number, kind: number): void {
    this.words.push(((offset << 3) | kind) >>> 0);
  }

  /** Also adds the node. `position` is its index among its parent's children. Returns the container's number. */
  openContainer(offset: number, kind: number, parent: number, position: number): number {
    this.containerNodes.push(this.words.length);
    this.spans.push(0);
    this.sizes.push(0);
    this.counts.push(0);
    this.parents.push(parent === NONE ? 0 : this.containerCount - 1 - parent);
    this.positions.push(position);
    this.addNode(offset, kind);
    return this.containerNodes.length - 1;
  }

  /** `end` is the offset after its closing bracket. */
  closeContainer(container: number, end: number, count: number): void {
    const node = this.nodeOfContainer(container);
    this.spans.set(container, end - this.start(node));
    this.sizes.set(container, this.words.length - node);
    this.counts.set(container, count);
  }

  /** Sets how many children an open container has so far. */
  countSoFar(container: number, count: number): void {
    this.counts.set(container, count);
  }

  kindCode(node: number): number {
    return this.words.get(node) & 7;
  }

  kind(node: number): JsonKind {
    return KINDS[this.kindCode(node)] ?? 'null';
  }

  isContainer(node: number): boolean {
    return this.kindCode(node) <= ARRAY;
  }

  /** Offset of the key's quote for an object's member, otherwise of the value. */
  start(node: number): number {
    return this.words.get(node) >>> 3;
  }

  /** The last node that starts at or before `offset`; -1 if there is none. */
  nodeAt(offset: number): number {
    return this.words.lastAtMost(((offset << 3) | 7) >>> 0);
  }

  nodeOfContainer(container: number): number {
    return this.containerNodes.get(container);
  }

  /**
   * The container number of the node if it is a container, otherwise of the last container before it; -1 if there is
   * none.
   */
  lastContainerAt(node: number): number {
    return this.containerNodes.lastAtMost(node);
  }

  isComplete(container: number): boolean {
    return this.sizes.get(container) !== 0;
  }

  /** The first node after the container's subtree. */
  skip(container: number): number {
    const size = this.sizes.get(container);
    return size === 0 ? this.nodeCount : this.nodeOfContainer(container) + size;
  }

  /** The offset after the closing bracket, or the frontier while it has not been read. */
  end(container: number): number {
    const span = this.spans.get(container);
    return span === 0 ? this.frontier : this.start(this.nodeOfContainer(container)) + span;
  }

  childCount(container: number): number {
    return this.counts.get(container);
  }

  /** The container around this one, or NONE. */
  parentContainer(container: number): number {
    const distance = this.parents.get(container);
    return distance === 0 ? NONE : container - distance;
  }

  isObject(container: number): boolean {
    return this.kindOfContainer(container) === OBJECT;
  }

  /** OBJECT or ARRAY; NONE for NONE. */
  kindOfContainer(container: number): number {
    return container === NONE ? NONE : this.kindCode(this.nodeOfContainer(container));
  }

  /** The first container after this one's subtree. Searches nearby first, because most subtrees are small. */
  nextContainer(container: number): number {
    const skip = this.skip(container);
    let step = 1;
    let low = container + 1;
    while (low + step < this.containerCount && this.containerNodes.get(low + step) < skip) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.containerCount);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.containerNodes.get(middle) < skip) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The innermost container around a node, or NONE for the root. */
  parent(node: number): number {
    if (node === 0) return NONE;
    let container = this.lastContainerAt(node - 1);
    while (container !== NONE && container >= 0 && this.skip(container) <= node)
      container = this.parentContainer(container);
    return container < 0 ? NONE : container;
  }

  /** The node's index among its parent's children, from 0; 0 for the root. */
  position(node: number): number {
    const parent = this.parent(node);
    if (parent === NONE) return 0;
    if (this.isContainer(node)) return this.positions.get(this.lastContainerAt(node));
    // A leaf: count from the nearest container among the siblings before it, or from the parent; only leaves are in
    // between.
    let before = this.lastContainerAt(node);
    while (before !== parent && this.parentContainer(before) !== parent)
      before = this.parentContainer(before);
    if (before === parent) return node - this.nodeOfContainer(parent) - 1;
    return this.positions.get(before) + 1 + node - this.skip(before);
  }

  /** The node's depth; 0 for the root. */
  depth(node: number): number {
    let depth = 0;
    for (let up = this.parent(node); up !== NONE; up = this.parentContainer(up)) depth++;
    return depth;
  }
}
