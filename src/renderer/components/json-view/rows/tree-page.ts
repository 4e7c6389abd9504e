import { NONE } from '@shared/json/json-scanner';
import type { JsonNodes } from '../index/json-nodes';
import type { RowRange, TreeRow } from '../worker/messages';
import type { MarkTable } from './mark-table';
import type { MatchMarks, Piece } from './pieces';
import type { TreeFold } from './tree-fold';
import { keyPieces, leafPieces, previewPieces } from './value-pieces';

/** Larger objects are not searched for duplicate keys. */
const MAX_MEMBERS_COMPARED = 400;

/** What the rows of one page share. */
export interface TreeContents {
  readonly nodes: JsonNodes;
  readonly fold: TreeFold;
  readonly marks: MarkTable | null;
  readonly search: MatchMarks | null;
  readonly isSelected: (node: number) => boolean;
}

/** The rows of the tree in a range. */
export function treeRows(contents: TreeContents, { first, count }: RowRange): TreeRow[] {
  const page = new TreePageBuilder(contents);
  const rows: TreeRow[] = [];
  for (let row = first; row < first + count; row++) {
    const node = contents.fold.map.nodeAt(row);
    if (node < 0) break;
    rows.push(page.row(node));
  }
  return rows;
}

class TreePageBuilder {
  /** Depth of the children of each container met so far. */
  private readonly depths = new Map<number, number>();
  private readonly duplicates = new Map<number, ReadonlySet<number>>();

  constructor(private readonly contents: TreeContents) {}

  row(node: number): TreeRow {
    const { nodes, marks, search, isSelected } = this.contents;
    const { index } = nodes;
    const parent = index.parent(node);
    const isMember = nodes.isMember(parent);
    const key = isMember ? keyPieces(nodes, node, search) : null;
    const row = {
      node,
      depth: this.depth(parent),
      key: key?.pieces ?? null,
      position: parent === NONE ? null : index.position(node),
      siblings: parent === NONE ? null : index.childCount(parent),
      kind: index.kind(node),
      duplicate: isMember && this.duplicatesOf(parent).has(node),
      marks: marks?.at(node) ?? [],
      selected: isSelected(node),
    };
    if (index.isContainer(node)) return { ...row, ...this.containerPart(node, key?.cut ?? false) };
    const value = leafPieces(nodes, node, nodes.valueSpan(node, parent), search);
    return {
      ...row,
      value: value.pieces,
      cut: value.cut || (key?.cut ?? false),
      bytes: value.bytes,
      children: null,
      open: false,
      complete: true,
      marksInside: null,
    };
  }

  private containerPart(node: number, cut: boolean) {
    const { nodes, fold, marks } = this.contents;
    const { index } = nodes;
    const container = index.lastContainerAt(node);
    const open = fold.isOpen(container);
    const value: readonly Piece[] = open ? [] : previewPieces(nodes, container);
    return {
      value,
      cut,
      bytes: 0,
      children: index.childCount(container),
      open,
      complete: index.isComplete(container),
      marksInside: open ? null : (marks?.within(node + 1, index.skip(container)) ?? null),
    };
  }

  /** Depth of a container's children. Because rows are consecutive, walking up soon reaches a known container. */
  private depth(parent: number): number {
    const { index } = this.contents.nodes;
    let steps = 0;
    let up = parent;
    for (; up !== NONE && !this.depths.has(up); up = index.parentContainer(up)) steps++;
    const depth = steps + (this.depths.get(up) ?? 0);
    if (parent !== NONE) this.depths.set(parent, depth);
    return depth;
  }

  /** The members of an object whose key occurs more than once. */
  private duplicatesOf(parent: number): ReadonlySet<number> {
    const known = this.duplicates.get(parent);
    if (known !== undefined) return known;
    const { nodes } = this.contents;
    const twice = new Set<number>();
    if (nodes.index.childCount(parent) <= MAX_MEMBERS_COMPARED) {
      const firsts = new Map<string, number>();
      for (const child of nodes.children(parent)) {
        const key = nodes.key(child);
        const first = firsts.get(key);
        if (first === undefined) firsts.set(key, child);
        else twice.add(first).add(child);
      }
    }
    this.duplicates.set(parent, twice);
    return twice;
  }
}
