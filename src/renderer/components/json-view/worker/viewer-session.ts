import type { Handlers, Listeners } from '../../worker-rpc';
import { matchJsonPath } from '../path/json-path-match';
import { parseJsonPath, type PathRefusal } from '@shared/json-path/json-path';
import { hexRows } from '../rows/hex-rows';
import { BodyPart } from './body-part';
import { readFrom, type ReadSlice } from './body-reader';
import type {
  MatchPlace,
  RowRange,
  TreePage,
  ViewChoice,
  ViewerEvents,
  ViewerRequests,
  ViewerSource,
  ViewerSyntax,
} from './messages';
import { runInSlices } from './run-in-slices';
import { SearchPart } from './search-part';
import { offsetOfRow, placeOfOffset, rowCount, searchScope, type Shown } from './shown';
import { formattedPart, TextPart } from './text-part';
import { TreePart } from './tree-part';

/** Larger bodies start folded, because their number of nodes is not known yet when the first rows are shown. */
const LARGE_BYTES = 256_000;
const MAX_BODY_BYTES = 2_000_000_000;

/** Where the session's events go. */
export type ViewerListener = Listeners<ViewerEvents>;

/** One open body: everything the viewer's worker knows and answers. */
export class ViewerSession {
  private readonly shown: Shown = { body: null, tree: null, text: null, view: { mode: 'tree' } };
  private version = 0;
  private notice: string | null = null;
  /** Nothing is emitted until everything can be emitted at once. */
  private isOpening = false;
  /** The rows to send with the first state that has any. */
  private wantedRows: RowRange | null = null;
  private filterRun = {};
  private filterPath = '';
  private query = { text: '', matchCase: false };
  private readonly search = new SearchPart((state) => {
    this.listener.search(state);
    this.changed(null);
  });

  constructor(
    private readonly listener: ViewerListener,
    private readonly readerFor: (address: string) => ReadSlice = readFrom,
  ) {}

  readonly handlers: Handlers<ViewerRequests> = {
    open: ({ source, syntax, rows }) => this.open(source, syntax, rows),
    stop: () => {
      this.shown.body?.stop();
      this.workAgain();
      return this.changed(null);
    },
    resume: () => {
      if (this.shown.body?.phase === 'stopped') void this.read();
      return null;
    },
    show: (view) => this.show(view),
    treeRows: (range) => this.treePage(range),
    textRows: (range) => ({
      version: this.version,
      first: range.first,
      rows:
        this.shown.text?.rows(
          range,
          this.marksIn('text'),
          this.shown.text.isFormatted ? null : this.faultOffset(),
        ) ?? [],
    }),
    hexRows: (range) => ({
      version: this.version,
      first: range.first,
      rows:
        this.shown.body === null
          ? []
          : hexRows(this.shown.body.bytes, this.shown.body.filled, range, this.search.currentOffset),
    }),
    fold: ({ node, open }) => this.changed(this.shown.tree?.foldNode(node, open) ?? null),
    setLevels: ({ levels }) => {
      this.shown.tree?.fold.setLevels(levels ?? Infinity);
      return this.changed(null);
    },
    rowOf: ({ node }) => ({ node, row: this.shown.tree?.fold.map.rowOf(node) ?? -1 }),
    parentOf: ({ node }) => this.shown.tree?.parentOf(node) ?? null,
    filter: ({ path }) => this.filter(path),
    search: ({ text, matchCase, row }) => {
      this.query = { text, matchCase };
      this.searchAgain(offsetOfRow(this.shown, row));
      return null;
    },
    stepMatch: ({ by }) => this.stepMatch(by),
    reveal: ({ pointer }) => this.changed(this.shown.tree?.reveal(pointer) ?? null),
    rowOfOffset: ({ offset }) => ({ row: placeOfOffset(this.shown, offset).row }),
    place: ({ node }) => this.shown.tree?.place(node) ?? { pointer: '', path: '$' },
    valuePart: ({ node, from }) =>
      this.shown.tree?.valuePart(node, from) ?? { text: '', next: null, bytes: 0 },
    copyValue: ({ node }) => this.shown.tree?.copyValue(node) ?? null,
    jsonValue: ({ node }) => this.shown.tree?.jsonValue(node) ?? null,
    copySelected: () => this.shown.tree?.copySelected() ?? null,
    copyText: () => (this.shown.text === null ? '' : this.shown.text.copy()),
    setMarks: ({ marks }) => {
      const isChange = this.shown.tree?.setMarks(marks) === true;
      return isChange ? this.changed(null) : null;
    },
  };

  private open(source: ViewerSource, syntax: ViewerSyntax, rows: RowRange | null): null {
    const { body: before, tree: begun } = this.shown;
    const goesOn = before?.phase === 'arriving' && source.kind === 'stored' && syntax === 'json';
    if (goesOn && begun !== null) {
      void this.goOn(before, begun, newBody(source, this.readerFor));
      return null;
    }
    this.close();
    const body = newBody(source, this.readerFor);
    const { bytes } = body;
    const isLarge = source.kind === 'beginning' || bytes.length > LARGE_BYTES;
    this.shown.body = body;
    this.shown.tree = syntax === 'json' ? new TreePart(bytes, isLarge) : null;
    this.wantedRows = rows;
    this.isOpening = true;
    try {
      void this.read();
      this.show(this.shown.view);
    } finally {
      this.isOpening = false;
    }
    this.say();
    return null;
  }

  /**
   * Switches from a beginning to the complete body: what is on screen stays until the same amount of the complete body
   * has been read.
   */
  private async goOn(before: BodyPart, begun: TreePart, body: BodyPart): Promise<void> {
    await body.read(() => {
      if (this.shown.body === before) this.takeOver(before, begun, body);
      if (this.shown.body === body) this.grown(body);
      else body.stop();
    });
  }

  private takeOver(before: BodyPart, begun: TreePart, body: BodyPart): void {
    const tree = new TreePart(body.bytes, true);
    tree.grow(body.filled, body.isSettled);
    if (before.bytes.every((byte, at) => byte === body.bytes[at])) tree.takeOver(begun);
    this.shown.body = body;
    this.shown.tree = tree;
    this.show(this.shown.view);
  }

  /** Stops all work. Nothing more is emitted for the body that was open. */
  close(): void {
    this.shown.body?.stop();
    this.shown.body = null;
    this.shown.tree = null;
    this.shown.text?.drop();
    this.shown.text = null;
    this.filterRun = {};
    this.filterPath = '';
    this.query = { text: '', matchCase: false };
    this.search.clear();
  }

  private async read(): Promise<void> {
    const body = this.shown.body;
    await body?.read(() => {
      if (body === this.shown.body) this.grown(body);
    });
  }

  private grown(body: BodyPart): void {
    this.shown.tree?.grow(body.filled, body.isSettled);
    this.growText();
    this.changed(null);
    if (body.isSettled) this.workAgain();
  }

  /** Runs the filter and search again over what has been read so far. */
  private workAgain(): void {
    if (this.filterPath !== '') void this.filter(this.filterPath);
    else this.searchAgain(0);
  }

  private show(view: ViewChoice): null {
    this.shown.view = view;
    this.notice = null;
    this.shown.text?.drop();
    this.shown.text = null;
    if (view.mode === 'text' && this.shown.body !== null) this.showText(view.columns, view.formatted);
    this.searchAgain(0);
    return this.changed(null);
  }

  private showText(columns: number, formatted: boolean): void {
    const { body, tree, view } = this.shown;
    if (body === null) return;
    if (!formatted || tree === null || !tree.isValid) {
      this.shown.text = new TextPart(body.bytes, tree?.nodes ?? null, columns, false);
      this.growText();
      return;
    }
    void formattedPart(body.bytes, columns, () => this.shown.view !== view).then((part) => {
      if (this.shown.view !== view || this.shown.body !== body) return;
      if (part === null) this.notice = 'This body is too large to be formatted. It is shown as received.';
      this.shown.text = part ?? new TextPart(body.bytes, tree.nodes, columns, false);
      this.growText();
      this.searchAgain(0);
    });
  }

  private growText(): void {
    const { text, body } = this.shown;
    if (text === null || body === null) return;
    if (text.isFormatted) void text.grow(text.bytes.length, true, () => this.changed(null));
    else void text.grow(body.filled, body.isSettled, () => this.changed(null));
  }

  private async filter(path: string): Promise<PathRefusal | null> {
    const run = {};
    this.filterRun = run;
    const tree = this.shown.tree;
    const parsed = path === '' ? null : parseJsonPath(path);
    if (parsed !== null && !parsed.ok) return parsed.refusal;
    this.filterPath = path;
    if (tree === null || parsed === null) {
      tree?.select(null);
      this.listener.filter({ path: '', count: 0, done: true });
    } else {
      this.listener.filter({ path, count: 0, done: false });
      // While the body is still arriving, `read` restarts the filter at the end.
      const phase = this.shown.body?.phase;
      if (phase === 'reading' || phase === 'arriving') return null;
      const found = await runInSlices(
        matchJsonPath(tree.nodes, parsed.segments),
        () => this.filterRun !== run,
      );
      if (found === null) return null;
      tree.select(found.result);
      this.listener.filter({ path, count: found.result.length, done: true });
    }
    this.searchAgain(0);
    return this.changed(null);
  }

  private searchAgain(anchor: number): void {
    if (this.query.text === '') {
      this.search.clear();
      return;
    }
    const scope = searchScope(this.shown);
    if (scope !== null) void this.search.start(this.query.text, this.query.matchCase, scope, anchor);
  }

  private stepMatch(by: 1 | -1 | 0): MatchPlace | null {
    const offset = this.search.step(by);
    return this.changed(offset === null ? null : placeOfOffset(this.shown, offset));
  }

  private marksIn(mode: 'tree' | 'text') {
    return this.shown.view.mode === mode ? this.search.marks : null;
  }

  private faultOffset(): number | null {
    return this.shown.tree?.failure?.offset ?? null;
  }

  private changed<Result>(result: Result): Result {
    this.version++;
    this.say();
    return result;
  }

  private say(): void {
    const { body, tree, text } = this.shown;
    if (body === null || this.isOpening) return;
    this.listener.state({
      phase: body.phase,
      readBytes: body.filled,
      totalBytes: body.bytes.length,
      nodeCount: tree?.index.nodeCount ?? 0,
      rowCount: rowCount(this.shown),
      version: this.version,
      lineCount: text === null ? 0 : (text.lines.read(text.lines.rowCount - 1, 1)[0]?.line ?? 0),
      indexBytes: (tree?.byteLength ?? 0) + (text?.lines.byteLength ?? 0) + this.search.byteLength,
      failure: tree?.failure ?? null,
      problem: body.problem ?? tree?.problem ?? this.notice,
      firstRows: this.firstRows(),
    });
  }

  private firstRows(): TreePage | null {
    if (this.wantedRows === null || rowCount(this.shown) === 0) return null;
    const page = this.treePage(this.wantedRows);
    this.wantedRows = null;
    return page;
  }

  private treePage(range: RowRange): TreePage {
    const rows = this.shown.tree?.rows(range, this.marksIn('tree')) ?? [];
    return { version: this.version, first: range.first, rows };
  }
}

/** Allocates memory for the whole body at once, so that a lack of memory is reported before anything is read. */
function newBody(source: ViewerSource, readerFor: (address: string) => ReadSlice): BodyPart {
  try {
    if (source.kind === 'stored' && source.bytes > MAX_BODY_BYTES) throw new RangeError('over 2 GB');
    return new BodyPart(source, readerFor);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error('This body is larger than the viewer can hold. Save it to a file instead.');
  }
}
