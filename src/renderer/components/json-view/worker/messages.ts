import type { JsonKind } from '../index/json-index';
import type { Piece } from '../rows/pieces';
import type { PathRefusal } from '@shared/json-path/json-path';

/** What the viewer is given. `stored` bodies are read in slices from `address` (see body-reader.ts). */
export type ViewerSource =
  | { readonly kind: 'text'; readonly text: string }
  /** The beginning of a body that is still coming: the stored body that is opened next is taken for the whole of it, if it begins the same. */
  | { readonly kind: 'beginning'; readonly text: string }
  | { readonly kind: 'stored'; readonly address: string; readonly bytes: number };

/** How the body is to be read: as JSON with a tree, as lines of text, or as bytes. */
export type ViewerSyntax = 'json' | 'text' | 'binary';

export type MarkSeverity = 'error' | 'warning' | 'note';

/** A row of the tree. Texts are short; where something was left out, `cut` is true. */
export interface TreeRow {
  readonly node: number;
  /** 0 for the root. */
  readonly depth: number;
  /** A member's key, an element's number, or null for the root. */
  readonly key: readonly Piece[] | null;
  readonly position: number | null;
  /** Children of the container around it; null for the root. */
  readonly siblings: number | null;
  readonly kind: JsonKind;
  /** A leaf's value, or a folded container's first children. */
  readonly value: readonly Piece[];
  readonly cut: boolean;
  /** Bytes of a leaf's value in the text. */
  readonly bytes: number;
  /** Null for leaves. */
  readonly children: number | null;
  readonly open: boolean;
  /** False for a container whose end was not read. */
  readonly complete: boolean;
  /** The object has this key more than once. */
  readonly duplicate: boolean;
  /** Positions in the list given to `setMarks`. */
  readonly marks: readonly number[];
  /** For a folded container: the most severe mark inside of it, and how many there are. */
  readonly marksInside: { readonly count: number; readonly severity: MarkSeverity } | null;
  /** With a filter: this node was selected by it. */
  readonly selected: boolean;
}

export interface TreePage {
  readonly version: number;
  readonly first: number;
  readonly rows: readonly TreeRow[];
}

export interface TextLine {
  /** Line number, null for the further rows of a long line. */
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
  /** True when the text only ends too early: it may be the beginning of JSON. */
  readonly ended: boolean;
  readonly sentence: string;
}

/** How far reading has come. */
export interface ViewerState {
  /** `arriving`: this is all there is so far; the rest is still on its way to the app. */
  readonly phase: 'arriving' | 'reading' | 'done' | 'stopped' | 'failed';
  readonly readBytes: number;
  readonly totalBytes: number;
  readonly nodeCount: number;
  /** Rows of the view that is shown, as far as they are known. */
  readonly rowCount: number;
  /** Changes whenever rows may have changed. */
  readonly version: number;
  /** Lines of the text, as far as they are counted; 0 while another view is shown. */
  readonly lineCount: number;
  /** Memory held beside the body's own bytes. */
  readonly indexBytes: number;
  readonly failure: FailureDescription | null;
  /** Why reading ended too early, or a view cannot show everything, in words. */
  readonly problem: string | null;
  /** Those that were asked for with `open`, once. */
  readonly firstRows: TreePage | null;
}

export interface SearchState {
  readonly count: number;
  /** True when there are more than are counted. */
  readonly capped: boolean;
  readonly done: boolean;
  /** Number of the match that was jumped to, from 0; -1 for none. */
  readonly current: number;
}

export interface FilterState {
  readonly path: string;
  /** Values selected. */
  readonly count: number;
  readonly done: boolean;
}

export interface Place {
  readonly pointer: string;
  readonly path: string;
}

/** A part of a value's text. */
export interface ValuePart {
  readonly text: string;
  /** Where the next part begins, or null at the end. */
  readonly next: number | null;
  /** Bytes of the whole value. */
  readonly bytes: number;
}

/** Which view is on screen: searches run in it, and rows are its rows. */
export type ViewChoice =
  | { readonly mode: 'tree' }
  /** `columns`: characters that fit a row. `formatted`: one value a line instead of the text as received. */
  | { readonly mode: 'text'; readonly columns: number; readonly formatted: boolean }
  | { readonly mode: 'hex' };

/** The text to be copied. `masked`: card data in it was masked. */
export interface CopiedValue {
  readonly text: string;
  readonly masked: boolean;
}

/** What the page asks of the worker. Rows are those of the view that was shown last. */
export interface ViewerRequests {
  /** `rows` come with the first state that has any: with `treeRows` they would come behind it, to be drawn in another frame. */
  open: { argument: { source: ViewerSource; syntax: ViewerSyntax; rows: RowRange | null }; result: null };
  /** Stops reading; `resume` goes on. */
  stop: { argument: null; result: null };
  resume: { argument: null; result: null };
  show: { argument: ViewChoice; result: null };
  treeRows: { argument: RowRange; result: TreePage };
  textRows: { argument: RowRange; result: TextPage };
  hexRows: { argument: RowRange; result: HexPage };
  /** Folds or unfolds; `open` null: the other way. Null when the node is no container. */
  fold: { argument: { node: number; open: boolean | null }; result: RowPlace | null };
  /** How many levels are unfolded; null: all. */
  setLevels: { argument: { levels: number | null }; result: null };
  /** Row -1: it is folded away or filtered out. */
  rowOf: { argument: { node: number }; result: RowPlace };
  /** The container around a node. */
  parentOf: { argument: { node: number }; result: RowPlace | null };
  /** The empty path ends the filter. Answers at once when the path cannot be used, else when the filter is done. */
  filter: { argument: { path: string }; result: PathRefusal | null };
  /** Starts a search; the first match at or after `row` becomes the current one. The empty text ends the search. */
  search: { argument: { text: string; matchCase: boolean; row: number }; result: null };
  /** Makes the next (1), the previous (-1) or the same (0) match the current one, and unfolds what hides it. */
  stepMatch: { argument: { by: 1 | -1 | 0 }; result: MatchPlace | null };
  /** The node of a JSON pointer, or the nearest around it that exists. */
  reveal: { argument: { pointer: string }; result: RowPlace | null };
  /** The row that shows a byte of the text. */
  rowOfOffset: { argument: { offset: number }; result: { row: number } };
  place: { argument: { node: number }; result: Place };
  valuePart: { argument: { node: number; from: number }; result: ValuePart };
  /** Null when it is too large to be copied. */
  copyValue: { argument: { node: number }; result: CopiedValue | null };
  /** Null when it is larger than anything that is expected. */
  jsonValue: { argument: { node: number }; result: string | null };
  /** The values that the filter selected, as a JSON array; null when that is too large. */
  copySelected: { argument: null; result: CopiedValue | null };
  /** The text that is shown, as far as it is read; null when it is too large. */
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
  /** In the tree only. */
  readonly node: number | null;
}

/** What the worker says without being asked. */
export interface ViewerEvents {
  state: ViewerState;
  search: SearchState;
  filter: FilterState;
}
