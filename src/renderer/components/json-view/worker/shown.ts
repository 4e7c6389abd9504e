import type { Span } from '../index/json-nodes';
import { BYTES_PER_HEX_ROW } from '../rows/hex-rows';
import type { BodyPart } from './body-part';
import type { MatchPlace, ViewChoice } from './messages';
import type { SearchScope } from './search-part';
import type { TextPart } from './text-part';
import type { TreePart } from './tree-part';

/** The open body, and which view of it is on screen. */
export interface Shown {
  body: BodyPart | null;
  /** Null for a body that is not read as JSON. */
  tree: TreePart | null;
  /** Null while no text is shown. */
  text: TextPart | null;
  view: ViewChoice;
}

/** Where a search looks in the current view; null when there is nothing yet. */
export function searchScope({ body, tree, text, view }: Shown): SearchScope | null {
  if (body === null) return null;
  switch (view.mode) {
    case 'tree':
      return tree === null ? null : { bytes: body.bytes, ranges: searchedInTree(tree), nodes: tree.nodes };
    case 'text': {
      if (text === null) return null;
      const to = text.isFormatted ? text.bytes.length : body.filled;
      return { bytes: text.bytes, ranges: [{ from: 0, to }], nodes: null };
    }
    case 'hex':
      return { bytes: body.bytes, ranges: [{ from: 0, to: body.filled }], nodes: null };
  }
}

/** Everything read so far, or, with a filter, what it selected. */
function searchedInTree({ index, matches, nodes }: TreePart): Span[] {
  if (matches === null) return [{ from: 0, to: index.frontier }];
  const ranges: Span[] = [];
  for (const match of matches) {
    const { to } = nodes.valueSpan(match);
    if (to > (ranges[ranges.length - 1]?.to ?? 0)) ranges.push({ from: index.start(match), to });
  }
  return ranges;
}

/** The place of a byte in the current view; in the tree, its ancestors are unfolded. */
export function placeOfOffset({ tree, text, view }: Shown, offset: number): MatchPlace {
  switch (view.mode) {
    case 'tree': {
      if (tree === null) return { row: 0, node: null };
      const node = Math.max(0, tree.index.nodeAt(offset));
      tree.fold.reveal(node);
      return { row: tree.fold.map.rowOf(node), node };
    }
    case 'text':
      return { row: text?.lines.rowOf(offset) ?? 0, node: null };
    case 'hex':
      return { row: Math.floor(offset / BYTES_PER_HEX_ROW), node: null };
  }
}

/** The first byte that a row shows. */
export function offsetOfRow({ tree, text, view }: Shown, row: number): number {
  switch (view.mode) {
    case 'tree': {
      const node = tree?.fold.map.nodeAt(row) ?? -1;
      return node < 0 ? 0 : (tree?.index.start(node) ?? 0);
    }
    case 'text':
      return text?.lines.read(row, 1)[0]?.from ?? 0;
    case 'hex':
      return row * BYTES_PER_HEX_ROW;
  }
}

/** The number of known rows in the view. */
export function rowCount({ body, tree, text, view }: Shown): number {
  switch (view.mode) {
    case 'tree':
      return tree?.fold.map.rowCount ?? 0;
    case 'text':
      return text?.lines.rowCount ?? 0;
    case 'hex':
      return Math.ceil((body?.filled ?? 0) / BYTES_PER_HEX_ROW);
  }
}
