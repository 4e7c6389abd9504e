import type { JsonKind } from '../index/json-index';
import type { Piece } from '../rows/pieces';
import type { PathRefusal } from '@shared/json-path/json-path';

/** What the viewer gets. `stored` bodies are read in slices from `address` (see body-reader.ts). */
export type ViewerSource =
  | { readonly kind: 'text'; readonly text: string }
  /**
   * The beginning of a body that is still arriving: the next stored body to be opened counts as the complete one if it
   * begins in the same way.
   */
  | { readonly kind: 'beginning'; readonly text: string }
  | { readonly kind: 'stored'; readonly address: string; readonly bytes: number };

/** How to read the body: as JSON with a tree, as lines of text, or as bytes. */
export type ViewerSyntax = 'json' | 'text' | 'binary';

export type MarkSeverity = 'error' | 'warning' | 'note';

/** A row of the tree. Texts are short; `cut` is true when something was left out. */
export interface TreeRow {
  readonly node: number;
  /** The depth; 0 for the root. */
  readonly depth: number;
  /** A member's key, an element's number, or null for the root. */
  readonly key: readonly Piece[] | null;
  readonly position: number | null;
  /** The number of the parent's children; null for the root. */
  readonly siblings: number | null;
  readonly kind: JsonKind;
  /** A leaf's value, or a folded container's first children. */
  readonly value: readonly Piece[];
  readonly cut: boolean;
  /** The length of a leaf's value in the text, in bytes. */
  readonly bytes: number;
  /** The number of children; null for leaves. */
  readonly children: number | null;
  readonly open: boolean;
  /** False for a container whose end was not read. */
  readonly complete: boolean;
  /** The object has this key more than once. */
  readonly duplicate: boolean;
  /** Indexes into the list given to `setMarks`. */
  readonly marks: readonly number[];
  /** For a folded container: the most severe mark inside, and how many there are. */
  readonly marksInside: { readonly count: number; readonly severity: MarkSeverity } | null;
  /** With a filter: it selected this node. */
  readonly selected: boolean;
}

export interface TreePage {
  readonly version: number;
  readonly first: number;
  readonly rows: readonly TreeRow[];
}

export interface TextLine {
  /** Line number, null for the continuation rows of a long line. */
  readonly line: number | null;
  readonly pieces: readonly Piece[];
}

export interface TextPage {
  readonly version: number;
  readonly first: number;
  readonly rows: readonly TextLine[];
}

export interface HexLine {
  readonly offset: string;
  readonly hex: string;
  readonly characters: string;
  /** The current match begins here. */
  readonly current: boolean;
}

export interface HexPage {
  readonly version: number;
  readonly first: number;
  readonly rows: readonly HexLine[];
}

/** Why the text is not JSON. Line and column count from 1; the column in characters. */
export interface FailureDescription {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  /** True when the text merely ends too early, so it may be the beginning of JSON. */
  readonly ended: boolean;
  readonly sentence: string;
}

/** How far reading has progressed. */
export interface ViewerState {
  /** `arriving`: this is all there is so far; the rest is still on its way to the app. */
  readonly phase: 'arriving' | 'reading' | 'done' | 'stopped' | 'failed';
  readonly readBytes: number;
  readonly totalBytes: number;
  readonly nodeCount: number;
  /** The number of known rows in the current view. */
  readonly rowCount: number;
  /** Changes whenever rows may have changed. */
  readonly version: number;
  /** The number of lines counted so far; 0 while another view is shown. */
  readonly lineCount: number;
  /** Memory used in addition to the body's own bytes. */
  readonly indexBytes: number;
  readonly failure: FailureDescription | null;
  /** Why reading ended early, or why a view cannot show everything, in words. */
  readonly problem: string | null;
  /** The rows requested with `open`; sent only once. */
  readonly firstRows: TreePage | null;
}

export interface SearchState {
  readonly count: number;
  /** True if there are more matches than were counted. */
  readonly capped: boolean;
  readonly done: boolean;
  /** Number of the current match, from 0; -1 for none. */
  readonly current: number;
}

export interface FilterState {
  readonly path: string;
  /** The number of selected values. */
  readonly count: number;
  readonly done: boolean;
}

export interface Place {
  readonly pointer: string;
  readonly path: string;
}

export interface ValuePart {
  readonly text: string;
  /** Where the next part begins, or null at the end. */
  readonly next: number | null;
  /** The size of the whole value, in bytes. */
  readonly bytes: number;
}

/** Which view is on screen: searches run in it, and rows are its rows. */
export type ViewChoice =
  | { readonly mode: 'tree' }
  /** `columns`: characters per row. `formatted`: one value per line instead of the text as received. */
  | { readonly mode: 'text'; readonly columns: number; readonly formatted: boolean }
  | { readonly mode: 'hex' };

/** The text to copy. `masked`: card data in it was masked. */
export interface CopiedValue {
  readonly text: string;
  readonly masked: boolean;
}

/** The page's requests to the worker. Rows are those of the last view shown. */
export interface ViewerRequests {
  /**
   * `rows` are sent with the first state that has any: with `treeRows` they would arrive after it, and be drawn in a
   * later frame.
   */
  open: { argument: { source: ViewerSource; syntax: ViewerSyntax; rows: RowRange | null }; result: null };
  /** Stops reading; `resume` continues. */
  stop: { argument: null; result: null };
  resume: { argument: null; result: null };
  show: { argument: ViewChoice; result: null };
  treeRows: { argument: RowRange; result: TreePage };
  textRows: { argument: RowRange; result: TextPage };
  hexRows: { argument: RowRange; result: HexPage };
  /** Folds or unfolds; toggles if `open` is null. Null when the node is not a container. */
  fold: { argument: { node: number; open: boolean | null }; result: RowPlace | null };
  /** How many levels are unfolded; null: all. */
  setLevels: { argument: { levels: number | null }; result: null };
  /** Row -1: the node is folded away or filtered out. */
  rowOf: { argument: { node: number }; result: RowPlace };
  parentOf: { argument: { node: number }; result: RowPlace | null };
  /** An empty path ends the filter. Resolves at once when the path is invalid, otherwise when the filter is done. */
  filter: { argument: { path: string }; result: PathRefusal | null };
  /** Starts a search; the first match at or after `row` becomes the current one. An empty text ends the search. */
  search: { argument: { text: string; matchCase: boolean; row: number }; result: null };
  /** Makes the next (1), the previous (-1) or the same (0) match the current one, and unfolds its ancestors. */
  stepMatch: { argument: { by: 1 | -1 | 0 }; result: MatchPlace | null };
  /** The node at a JSON pointer, or its nearest existing ancestor. */
  reveal: { argument: { pointer: string }; result: RowPlace | null };
  /** The row that shows a byte of the text. */
  rowOfOffset: { argument: { offset: number }; result: { row: number } };
  place: { argument: { node: number }; result: Place };
  valuePart: { argument: { node: number; from: number }; result: ValuePart };
  /** Null when it is too large to copy. */
  copyValue: { argument: { node: number }; result: CopiedValue | null };
  /** Null when it is too large for an expectation. */
  jsonValue: { argument: { node: number }; result: string | null };
  /** The values selected by the filter, as a JSON array; null when that is too large. */
  copySelected: { argument: null; result: CopiedValue | null };
  /** The text shown, as far as it has been read; null when it is too large. */
  copyText: { argument: null; result: string | null };
  setMarks: { argument: { marks: readonly PointerMark[] }; result: null };
}

export interface RowRange {
  readonly first: number;
  readonly count: number;
}

export interface RowPlace {
  readonly node: number;
  readonly row: number;
}

export interface PointerMark {
  readonly pointer: string;
  readonly severity: MarkSeverity;
}

export interface MatchPlace {
  readonly row: number;
  /** Set only in the tree. */
  readonly node: number | null;
}

/** The worker's messages that are not responses to requests. */
export interface ViewerEvents {
  state: ViewerState;
  search: SearchState;
  filter: FilterState;
}
