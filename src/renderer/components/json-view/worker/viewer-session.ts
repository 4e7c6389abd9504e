import type { Span } from '../index/json-nodes';
import { matchJsonPath } from '../path/json-path-match';
import { parseJsonPath, type PathRefusal } from '../path/json-path-parse';
import { BYTES_PER_HEX_ROW, hexRows } from '../rows/hex-rows';
import { BodyPart } from './body-part';
import { readFrom, type ReadSlice } from './body-reader';
import type {
  MatchPlace,
  ViewChoice,
  ViewerEvents,
  ViewerRequests,
  ViewerSource,
  ViewerSyntax,
} from './messages';
import { runInSlices } from './run-in-slices';
import { SearchPart, type SearchScope } from './search-part';
import { formattedPart, TextPart } from './text-part';
import { TreePart } from './tree-part';

/** Bodies beyond this open folded from the start, as their size is not yet known when the first rows are drawn. */
const LARGE_BYTES = 256_000;
const MAX_BODY_BYTES = 2_000_000_000;

/** Where the session's events go. */
export type ViewerListener = { readonly [Name in keyof ViewerEvents]: (payload: ViewerEvents[Name]) => void };

type Handlers = {
  readonly [Name in keyof ViewerRequests]: (
    argument: ViewerRequests[Name]['argument'],
  ) => ViewerRequests[Name]['result'] | Promise<ViewerRequests[Name]['result']>;
};

/** One open body: everything the viewer's worker knows and answers. */
export class ViewerSession {
  private body: BodyPart | null = null;
  private tree: TreePart | null = null;
  private text: TextPart | null = null;
  private view: ViewChoice = { mode: 'tree' };
  private version = 0;
  private notice: string | null = null;
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

  async answer<Name extends keyof ViewerRequests>(
    name: Name,
    argument: ViewerRequests[Name]['argument'],
  ): Promise<ViewerRequests[Name]['result']> {
    return this.handlers[name](argument);
  }

  private readonly handlers: Handlers = {
    open: ({ source, syntax }) => this.open(source, syntax),
    stop: () => {
      this.body?.stop();
      this.say();
      return null;
    },
    resume: () => {
      if (this.body?.phase === 'stopped') void this.read();
      return null;
    },
    show: (view) => this.show(view),
    treeRows: (range) => ({
      version: this.version,
      first: range.first,
      rows: this.tree?.rows(range, this.marksIn('tree')) ?? [],
    }),
    textRows: (range) => ({
      version: this.version,
      first: range.first,
      rows:
        this.text?.rows(range, this.marksIn('text'), this.text.isFormatted ? null : this.faultOffset()) ?? [],
    }),
    hexRows: (range) => ({
      version: this.version,
      first: range.first,
      rows:
        this.body === null
          ? []
          : hexRows(this.body.bytes, this.body.filled, range, this.search.currentOffset),
    }),
    fold: ({ node, open }) => this.changed(this.tree?.foldNode(node, open) ?? null),
    setLevels: ({ levels }) => {
      this.tree?.fold.setLevels(levels ?? Infinity);
      return this.changed(null);
    },
    rowOf: ({ node }) => ({ node, row: this.tree?.fold.map.rowOf(node) ?? -1 }),
    parentOf: ({ node }) => this.tree?.parentOf(node) ?? null,
    filter: ({ path }) => this.filter(path),
    search: ({ text, matchCase, row }) => {
      this.query = { text, matchCase };
      this.searchAgain(this.offsetOfRow(row));
      return null;
    },
    stepMatch: ({ by }) => this.stepMatch(by),
    reveal: ({ pointer }) => this.changed(this.tree?.reveal(pointer) ?? null),
    rowOfOffset: ({ offset }) => ({ row: this.placeOfOffset(offset).row }),
    place: ({ node }) => this.tree?.place(node) ?? { pointer: '', path: '$' },
    valuePart: ({ node, from }) => this.tree?.valuePart(node, from) ?? { text: '', next: null, bytes: 0 },
    copyValue: ({ node }) => this.tree?.copyValue(node) ?? null,
    copySelected: () => this.tree?.copySelected() ?? null,
    setMarks: ({ marks }) => {
      this.tree?.setMarks(marks);
      return this.changed(null);
    },
  };

  private open(source: ViewerSource, syntax: ViewerSyntax): null {
    this.close();
    if (source.kind === 'stored' && source.bytes > MAX_BODY_BYTES) {
      throw new Error(
        'This body is over 2 GB, which is more than the viewer can hold. Save it to a file instead.',
      );
    }
    this.body = new BodyPart(source, this.readerFor);
    const { bytes } = this.body;
    this.tree = syntax === 'json' ? new TreePart(bytes, bytes.length > LARGE_BYTES) : null;
    void this.read();
    return this.show(this.view);
  }

  /** Stops all work. Nothing more is emitted for the body that was open. */
  close(): void {
    this.body?.stop();
    this.body = null;
    this.tree = null;
    this.text?.drop();
    this.text = null;
    this.filterRun = {};
    this.filterPath = '';
    this.query = { text: '', matchCase: false };
    this.search.clear();
  }

  private async read(): Promise<void> {
    const body = this.body;
    await body?.read(() => {
      if (body !== this.body) return;
      this.tree?.grow(body.filled, body.isSettled);
      this.growText();
      this.changed(null);
      if (!body.isSettled) return;
      if (this.filterPath !== '') void this.filter(this.filterPath);
      this.searchAgain(0);
    });
  }

  private show(view: ViewChoice): null {
    this.view = view;
    this.notice = null;
    this.text?.drop();
    this.text = null;
    if (view.mode === 'text' && this.body !== null) this.showText(view.columns, view.formatted);
    this.searchAgain(0);
    return this.changed(null);
  }

  private showText(columns: number, formatted: boolean): void {
    const { body, tree, view } = this;
    if (body === null) return;
    if (!formatted || tree === null || !tree.isValid) {
      this.text = new TextPart(body.bytes, tree?.nodes ?? null, columns, false);
      this.growText();
      return;
    }
    void formattedPart(body.bytes, columns, () => this.view !== view).then((part) => {
      if (this.view !== view || this.body !== body) return;
      if (part === null) this.notice = 'This body is too large to be formatted. It is shown as received.';
      this.text = part ?? new TextPart(body.bytes, tree.nodes, columns, false);
      this.growText();
      this.searchAgain(0);
    });
  }

  private growText(): void {
    const { text, body } = this;
    if (text === null || body === null) return;
    if (text.isFormatted) void text.grow(text.bytes.length, true, () => this.changed(null));
    else void text.grow(body.filled, body.isSettled, () => this.changed(null));
  }

  private async filter(path: string): Promise<PathRefusal | null> {
    const run = {};
    this.filterRun = run;
    const tree = this.tree;
    const parsed = path === '' ? null : parseJsonPath(path);
    if (parsed !== null && !parsed.ok) return parsed.refusal;
    this.filterPath = path;
    if (tree === null || parsed === null) {
      tree?.select(null);
      this.listener.filter({ path: '', count: 0, done: true });
    } else {
      this.listener.filter({ path, count: 0, done: false });
      // While the body still arrives, `read` starts the filter again at the end.
      if (this.body?.phase === 'reading') return null;
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
    const scope = this.searchScope();
    if (scope !== null) void this.search.start(this.query.text, this.query.matchCase, scope, anchor);
  }

  private searchScope(): SearchScope | null {
    const { body, tree, text, view } = this;
    if (body === null) return null;
    switch (view.mode) {
      case 'tree':
        return tree === null
          ? null
          : { bytes: body.bytes, ranges: this.searchedInTree(tree), nodes: tree.nodes };
      case 'text': {
        if (text === null) return null;
        const to = text.isFormatted ? text.bytes.length : body.filled;
        return { bytes: text.bytes, ranges: [{ from: 0, to }], nodes: null };
      }
      case 'hex':
        return { bytes: body.bytes, ranges: [{ from: 0, to: body.filled }], nodes: null };
    }
  }

  /** All that was read, or with a filter what it selected. */
  private searchedInTree({ index, matches, nodes }: TreePart): Span[] {
    if (matches === null) return [{ from: 0, to: index.frontier }];
    const ranges: Span[] = [];
    for (const match of matches) {
      const { to } = nodes.valueSpan(match);
      if (to > (ranges[ranges.length - 1]?.to ?? 0)) ranges.push({ from: index.start(match), to });
    }
    return ranges;
  }

  private stepMatch(by: 1 | -1 | 0): MatchPlace | null {
    const offset = this.search.step(by);
    return this.changed(offset === null ? null : this.placeOfOffset(offset));
  }

  /** Where a byte is seen in the view that is shown; in the tree, what hides it is unfolded. */
  private placeOfOffset(offset: number): MatchPlace {
    switch (this.view.mode) {
      case 'tree': {
        if (this.tree === null) return { row: 0, node: null };
        const node = Math.max(0, this.tree.index.nodeAt(offset));
        this.tree.fold.reveal(node);
        return { row: this.tree.fold.map.rowOf(node), node };
      }
      case 'text':
        return { row: this.text?.lines.rowOf(offset) ?? 0, node: null };
      case 'hex':
        return { row: Math.floor(offset / BYTES_PER_HEX_ROW), node: null };
    }
  }

  private offsetOfRow(row: number): number {
    switch (this.view.mode) {
      case 'tree': {
        const node = this.tree?.fold.map.nodeAt(row) ?? -1;
        return node < 0 ? 0 : (this.tree?.index.start(node) ?? 0);
      }
      case 'text':
        return this.text?.lines.read(row, 1)[0]?.from ?? 0;
      case 'hex':
        return row * BYTES_PER_HEX_ROW;
    }
  }

  private marksIn(mode: 'tree' | 'text') {
    return this.view.mode === mode ? this.search.marks : null;
  }

  private faultOffset(): number | null {
    return this.tree?.failure?.offset ?? null;
  }

  private changed<Result>(result: Result): Result {
    this.version++;
    this.say();
    return result;
  }

  private say(): void {
    const { body, tree, text } = this;
    if (body === null) return;
    this.listener.state({
      phase: body.phase,
      readBytes: body.filled,
      totalBytes: body.bytes.length,
      nodeCount: tree?.index.nodeCount ?? 0,
      rowCount: this.rowCount(),
      version: this.version,
      lineCount: text === null ? 0 : (text.lines.read(text.lines.rowCount - 1, 1)[0]?.line ?? 0),
      indexBytes: (tree?.byteLength ?? 0) + (text?.lines.byteLength ?? 0) + this.search.byteLength,
      failure: tree?.failure ?? null,
      problem: body.problem ?? tree?.problem ?? this.notice,
    });
  }

  private rowCount(): number {
    switch (this.view.mode) {
      case 'tree':
        return this.tree?.fold.map.rowCount ?? 0;
      case 'text':
        return this.text?.lines.rowCount ?? 0;
      case 'hex':
        return Math.ceil((this.body?.filled ?? 0) / BYTES_PER_HEX_ROW);
    }
  }
}
