import { maskCardValue } from '@shared/cards/mask-card-data';
import { NONE } from '@shared/json/json-scanner';
import { MAX_INDEXED_BYTES } from '../index/json-index';
import { describeFailure, lineAndColumn } from '../index/describe-read-failure';
import { JsonNodes } from '../index/json-nodes';
import { jsonPath, jsonPointer, resolveNearest, stepsTo } from '../index/json-places';
import { decodeBytes, decodeString, escapeInvisible, skipCharacters } from '../index/json-strings';
import { JsonTokeniser } from '../index/json-tokeniser';
import { MAX_COPY_BYTES, MAX_EXPECTED_BYTES } from '../limits';
import { MarkTable } from '../rows/mark-table';
import type { MatchMarks } from '../rows/pieces';
import { ALL_LEVELS, includesSorted, TO_MATCHES, TreeFold } from '../rows/tree-fold';
import { treeRows } from '../rows/tree-page';
import type {
  FailureDescription,
  CopiedValue,
  Place,
  PointerMark,
  RowPlace,
  RowRange,
  TreeRow,
  ValuePart,
} from './messages';

/** A larger index is not built: the tree then only shows the values before that point. */
const MAX_INDEX_BYTES = 768_000_000;
/**
 * Small bodies open unfolded; in larger ones, the items of lists stay folded, whether the list is the body itself or
 * part of it.
 */
const UNFOLDED_NODES = 400;
const LEVELS_OF_OBJECT = 2;
const LEVELS_OF_ARRAY = 1;
/** Matches with at most this many values are shown unfolded. */
const UNFOLDED_MATCH_NODES = 200;
const PART_CHARACTERS = 20_000;

export class TreePart {
  readonly nodes: JsonNodes;
  readonly fold: TreeFold;
  /** Why not all values have a row, in words. */
  problem: string | null = null;
  failure: FailureDescription | null = null;
  matches: Uint32Array | null = null;
  private readonly tokeniser: JsonTokeniser;
  private wantedMarks: readonly PointerMark[] = [];
  private marks: MarkTable | null = null;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly isLarge: boolean,
  ) {
    this.tokeniser = new JsonTokeniser(bytes);
    this.nodes = new JsonNodes(bytes, this.tokeniser.index);
    this.fold = new TreeFold(this.tokeniser.index);
    if (bytes.length > MAX_INDEXED_BYTES)
      this.problem = 'The tree ends at 512 MB of text, so there is none for this body.';
  }

  private get firstLevels(): number {
    if (!this.isLarge && this.index.nodeCount <= UNFOLDED_NODES) return ALL_LEVELS;
    return this.index.kind(0) === 'array' ? LEVELS_OF_ARRAY : LEVELS_OF_OBJECT;
  }

  get index() {
    return this.tokeniser.index;
  }

  get isValid(): boolean {
    return this.tokeniser.complete;
  }

  get byteLength(): number {
    return this.index.byteLength + this.fold.map.byteLength + (this.matches?.byteLength ?? 0);
  }

  /** Reads on. `last`: the body ends there. */
  grow(filled: number, last: boolean): void {
    if (this.problem !== null) return;
    const isFirst = this.index.nodeCount === 0;
    this.tokeniser.read(filled, last);
    if (this.index.byteLength > MAX_INDEX_BYTES && !last) {
      this.problem = `This body has too many values for the tree; it shows the first ${this.index.nodeCount.toLocaleString('en')}.`;
    }
    const failure = this.tokeniser.failure;
    if (failure !== null && this.failure === null) {
      const sentence = describeFailure(this.bytes, filled, failure);
      const { offset, ended } = failure;
      this.failure = { offset, ...lineAndColumn(this.bytes, offset), ended, sentence };
    }
    if (isFirst) this.fold.setLevels(this.firstLevels);
    else this.fold.rebuild();
    if (last) this.applyMarks();
  }

  rows(range: RowRange, search: MatchMarks | null): TreeRow[] {
    const { nodes, fold, marks, matches } = this;
    const isSelected = (node: number): boolean => matches !== null && includesSorted(matches, node);
    return treeRows({ nodes, fold, marks, search, isSelected }, range);
  }

  foldNode(node: number, open: boolean | null): RowPlace | null {
    if (node >= this.index.nodeCount || !this.index.isContainer(node)) return null;
    const container = this.index.lastContainerAt(node);
    if (open === null || this.fold.isOpen(container) !== open) this.fold.toggle(container);
    return { node, row: this.fold.map.rowOf(node) };
  }

  parentOf(node: number): RowPlace | null {
    const parent = this.index.parent(node);
    if (parent === NONE) return null;
    const parentNode = this.index.nodeOfContainer(parent);
    return { node: parentNode, row: this.fold.map.rowOf(parentNode) };
  }

  /** Null shows everything again. */
  select(matches: Uint32Array | null): void {
    this.matches = matches;
    if (matches === null) {
      this.fold.setMatches(null, this.firstLevels);
      return;
    }
    let inside = 0;
    for (const match of matches) {
      if (inside > UNFOLDED_MATCH_NODES) break;
      inside += this.index.isContainer(match)
        ? this.index.skip(this.index.lastContainerAt(match)) - match
        : 1;
    }
    this.fold.setMatches(matches, inside > UNFOLDED_MATCH_NODES ? TO_MATCHES : ALL_LEVELS);
  }

  /** Takes over what was unfolded and marked in the tree of the same text's beginning. */
  takeOver({ fold, wantedMarks }: TreePart): void {
    this.fold.takeOver(fold);
    this.setMarks(wantedMarks);
  }

  /** False when there were no marks before, and are none now. */
  setMarks(marks: readonly PointerMark[]): boolean {
    if (marks.length === 0 && this.wantedMarks.length === 0) return false;
    this.wantedMarks = marks;
    this.applyMarks();
    return true;
  }

  private applyMarks(): void {
    this.marks = this.wantedMarks.length === 0 ? null : new MarkTable(this.nodes, this.wantedMarks);
  }

  /** Unfolds the ancestors of a pointer's node, or of its nearest ancestor that exists and is not filtered out. */
  reveal(pointer: string): RowPlace | null {
    let node = resolveNearest(this.nodes, pointer);
    while (node !== null && !this.fold.reveal(node)) node = this.parentOf(node)?.node ?? null;
    return node === null ? null : { node, row: this.fold.map.rowOf(node) };
  }

  place(node: number): Place {
    const steps = stepsTo(this.nodes, node);
    return { pointer: jsonPointer(steps), path: jsonPath(steps) };
  }

  /** @param from 0, or `next` of the previous part. */
  valuePart(node: number, from: number): ValuePart {
    const span = this.nodes.valueSpan(node);
    const isString = this.index.kind(node) === 'string';
    const quote = isString ? 1 : 0;
    const begin = Math.max(from, span.from + quote);
    const limit = span.to - quote;
    // Only strings have escapes that must not be split, but what looks like an escape never extends beyond its string.
    const end = skipCharacters(this.bytes, begin, limit, PART_CHARACTERS);
    const text = isString ? decodeString(this.bytes, begin, end) : decodeBytes(this.bytes, begin, end);
    const visible = text.split('\n').map(escapeInvisible).join('\n');
    return { text: visible, next: end < limit ? end : null, bytes: limit - span.from - quote };
  }

  copyValue(node: number): CopiedValue | null {
    const { from, to } = this.nodes.valueSpan(node);
    if (to - from > MAX_COPY_BYTES) return null;
    const plain = this.nodes.plainValue(node);
    if (this.index.isContainer(node)) return this.masked(node, plain);
    const { text, masked } = this.masked(node, JSON.stringify(plain));
    return { text: String(JSON.parse(text)), masked };
  }

  /**
   * A copied value has lost its context, which would have revealed a card's security code, so this masks it by that
   * context.
   */
  private masked(node: number, json: string): CopiedValue {
    const names = stepsTo(this.nodes, node).filter((step) => typeof step === 'string');
    const text = maskCardValue(names, json);
    return { text, masked: text !== json };
  }

  jsonValue(node: number): string | null {
    const { from, to } = this.nodes.valueSpan(node);
    return to - from > MAX_EXPECTED_BYTES ? null : this.nodes.source(node);
  }

  copySelected(): CopiedValue | null {
    const matches = this.matches ?? Uint32Array.of(0);
    let bytes = 0;
    const parts: CopiedValue[] = [];
    for (const match of matches) {
      const { from, to } = this.nodes.valueSpan(match);
      bytes += to - from;
      if (bytes > MAX_COPY_BYTES) return null;
      parts.push(this.masked(match, this.nodes.source(match)));
    }
    const text = parts.length === 0 ? '[]' : `[\n${parts.map((part) => part.text).join(',\n')}\n]`;
    return { text, masked: parts.some(({ masked }) => masked) };
  }
}
