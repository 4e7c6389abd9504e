import type { JsonNodes, Span } from '../index/json-nodes';
import { decodeBytes, splitInvisible } from '../index/json-strings';
import type { Matches } from '../search/find-matches';
import type { Needle } from '../search/needle';

/** `escape`: written by the app for a character that cannot be seen. */
export type TokenKind = 'key' | 'string' | 'number' | 'keyword' | 'plain' | 'escape';

/** Why a piece of text is highlighted: a match, the current match, or the place where the text stops being JSON. */
export type Emphasis = 'none' | 'match' | 'current' | 'fault';

export interface Piece {
  readonly text: string;
  readonly token: TokenKind;
  readonly emphasis: Emphasis;
}

export interface Mark extends Span {
  readonly emphasis: Emphasis;
}

interface Token extends Span {
  readonly token: TokenKind;
}

/** The matches of a search, to be found again when rows are rendered. */
export interface MatchMarks {
  readonly bytes: Uint8Array;
  readonly matches: Matches;
  readonly needle: Needle;
  /** Number of the current match; -1: none. */
  readonly current: number;
}

/** The matches that overlap a range of bytes. */
export function marksWithin(search: MatchMarks | null, from: number, to: number): Mark[] {
  if (search === null) return [];
  const marks: Mark[] = [];
  for (let number = Math.max(0, search.matches.lastAtMost(from)); number < search.matches.length; number++) {
    const start = search.matches.get(number);
    if (start >= to) break;
    const end = search.needle.endOfMatch(search.bytes, start, search.bytes.length);
    if (end > from)
      marks.push({ from: start, to: end, emphasis: number === search.current ? 'current' : 'match' });
  }
  return marks;
}

/**
 * Splits a range of bytes where a token or a mark begins or ends, and turns each part into text without invisible
 * characters.
 */
export function cutPieces(
  range: Span,
  tokens: readonly Token[],
  marks: readonly Mark[],
  toText: (from: number, to: number) => string,
  use: 'value' | 'layout',
): Piece[] {
  const edges = new Set([range.from, range.to]);
  for (const { from, to } of [...tokens, ...marks]) {
    if (from > range.from && from < range.to) edges.add(from);
    if (to > range.from && to < range.to) edges.add(to);
  }
  const sorted = [...edges].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (let at = 0; at + 1 < sorted.length; at++) {
    const from = sorted[at] ?? 0;
    const to = sorted[at + 1] ?? 0;
    const token = tokens.find((token) => token.from <= from && to <= token.to)?.token ?? 'plain';
    const emphasis = marks.find((mark) => mark.from <= from && to <= mark.to)?.emphasis ?? 'none';
    for (const { text, isEscape } of splitInvisible(toText(from, to), use)) {
      pieces.push({ text, token: isEscape ? 'escape' : token, emphasis });
    }
  }
  return pieces;
}

/** A row of raw text, coloured according to the tokens in the index. */
export function textPieces(
  bytes: Uint8Array,
  range: Span,
  nodes: JsonNodes | null,
  marks: readonly Mark[],
): Piece[] {
  const tokens = nodes === null ? [] : tokensWithin(nodes, range);
  return cutPieces(range, tokens, marks, (from, to) => decodeBytes(bytes, from, to), 'layout');
}

function tokensWithin(nodes: JsonNodes, range: Span): Token[] {
  const { index } = nodes;
  const tokens: Token[] = [];
  for (let node = Math.max(0, index.nodeAt(range.from)); node < index.nodeCount; node++) {
    if (index.start(node) >= range.to) break;
    const parent = index.parent(node);
    if (nodes.isMember(parent)) tokens.push({ ...nodes.keySpan(node), token: 'key' });
    const token = tokenOf(nodes, node);
    if (token !== 'plain') tokens.push({ ...nodes.valueSpan(node, parent), token });
  }
  return tokens;
}

export function tokenOf(nodes: JsonNodes, node: number): TokenKind {
  switch (nodes.index.kind(node)) {
    case 'object':
    case 'array':
      return 'plain';
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'true':
    case 'false':
    case 'null':
      return 'keyword';
  }
}
