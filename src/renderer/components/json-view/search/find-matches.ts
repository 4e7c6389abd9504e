import type { JsonNodes, Span } from '../index/json-nodes';
import { ARRAY } from '@shared/json/json-scanner';
import type { PagedColumn } from '../index/paged-column';
import type { Needle } from './needle';

/** Matches beyond this many are not counted. */
export const MAX_MATCHES = 1_000_000;

/** Bytes searched between two yields: about 10 ms. */
const BYTES_PER_PAUSE = 2_000_000;

const BACKSLASH = 0x5c;

/** Offsets of matches, ascending; they never overlap. */
export type Matches = PagedColumn;

/** Every match in a plain text. Yields regularly, so that its caller can pause or drop it. */
export function* findInText(
  bytes: Uint8Array,
  from: number,
  to: number,
  needle: Needle,
  found: Matches,
): Generator<void, void> {
  let pause = from + BYTES_PER_PAUSE;
  for (let at = from; at < to && found.length < MAX_MATCHES;) {
    if (at >= pause) {
      pause = at + BYTES_PER_PAUSE;
      yield;
    }
    const end = needle.mayBeginWith(bytes[at] ?? 0) ? needle.endOfMatch(bytes, at, to) : -1;
    if (end < 0) at++;
    else {
      found.push(at);
      at = end;
    }
  }
}

/**
 * Every match inside a key, a string, a number or a literal of the JSON text between two offsets, which must not be
 * inside a token. Brackets, commas and white space between tokens never match.
 */
export function* findInJson(
  nodes: JsonNodes,
  from: number,
  to: number,
  needle: Needle,
  found: Matches,
): Generator<void, void> {
  const { bytes } = nodes;
  const tokens = new TokenCursor(nodes, from);
  let pause = from + BYTES_PER_PAUSE;
  for (let at = from; at < to && found.length < MAX_MATCHES;) {
    if (at >= pause) {
      pause = at + BYTES_PER_PAUSE;
      yield;
    }
    const byte = bytes[at] ?? 0;
    const end = needle.mayBeginWith(byte) ? needle.endOfMatch(bytes, at, to) : -1;
    if (end >= 0 && tokens.encloses(at, end)) {
      found.push(at);
      at = end;
    } else {
      // Backslashes only occur in strings; the character after one is never examined by itself.
      at += byte !== BACKSLASH ? 1 : bytes[at + 1] === 0x75 ? 6 : 2;
    }
  }
}

/** Walks forward through the tokens of a text. */
class TokenCursor {
  private node: number;
  private spans: readonly Span[] = [];

  constructor(
    private readonly nodes: JsonNodes,
    from: number,
  ) {
    this.node = Math.max(0, nodes.index.nodeAt(from));
    this.spans = contents(nodes, this.node);
  }

  encloses(from: number, to: number): boolean {
    this.advanceTo(from);
    return this.spans.some((span) => span.from <= from && to <= span.to);
  }

  private advanceTo(offset: number): void {
    const { index } = this.nodes;
    const before = this.node;
    // Most matches are near: check the next few nodes before a binary search.
    for (let tries = 0; tries < 8; tries++) {
      if (this.node + 1 >= index.nodeCount || index.start(this.node + 1) > offset) break;
      this.node++;
    }
    if (this.node + 1 < index.nodeCount && index.start(this.node + 1) <= offset)
      this.node = index.nodeAt(offset);
    if (this.node !== before) this.spans = contents(this.nodes, this.node);
  }
}

/** The searchable text of a node: its key and its value, without quotes; containers have no value of their own. */
function contents(nodes: JsonNodes, node: number): Span[] {
  const { index } = nodes;
  if (node >= index.nodeCount) return [];
  const parent = index.parent(node);
  const spans: Span[] = [];
  if (nodes.isMember(parent)) {
    const key = nodes.keySpan(node);
    spans.push({ from: key.from + 1, to: key.to - 1 });
  }
  if (index.kindCode(node) <= ARRAY) return spans;
  const value = nodes.valueSpan(node, parent);
  const quoted = index.kind(node) === 'string' ? 1 : 0;
  spans.push({ from: value.from + quoted, to: value.to - quoted });
  return spans;
}
