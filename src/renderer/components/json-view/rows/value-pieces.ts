import type { JsonNodes, Span } from '../index/json-nodes';
import {
  decodeBytes,
  decodeString,
  nextCharacter,
  escapeInvisible,
  skipCharacters,
} from '../index/json-strings';
import { cutPieces, marksWithin, type MatchMarks, type Piece, type TokenKind, tokenOf } from './pieces';

/** How many characters of a value a row shows. */
const SHOWN = 240;
/** How many characters are shown before a match deep inside a long value. */
const BEFORE_MATCH = 40;
/** The limits of a folded container's preview, in characters and children. */
const PREVIEW_LENGTH = 110;
const PREVIEW_CHILDREN = 8;
const PREVIEW_VALUE = 28;

export interface ShownValue {
  readonly pieces: readonly Piece[];
  /** True when something was left out. */
  readonly cut: boolean;
  readonly bytes: number;
}

/** A key as shown in a row. */
export function keyPieces(nodes: JsonNodes, node: number, search: MatchMarks | null): ShownValue {
  const { from, to } = nodes.keySpan(node);
  return shown(nodes, { from: from + 1, to: to - 1 }, 'key', search, true);
}

/** A leaf's value: a string in quotes with invisible characters written as escapes, anything else as received. */
export function leafPieces(
  nodes: JsonNodes,
  node: number,
  span: Span,
  search: MatchMarks | null,
): ShownValue {
  const token = tokenOf(nodes, node);
  if (token !== 'string') return shown(nodes, span, token, search, false);
  const value = shown(nodes, { from: span.from + 1, to: span.to - 1 }, token, search, true);
  const quote: Piece = { text: '"', token, emphasis: 'none' };
  return { ...value, pieces: [quote, ...value.pieces, quote] };
}

function shown(
  nodes: JsonNodes,
  content: Span,
  token: TokenKind,
  search: MatchMarks | null,
  isString: boolean,
): ShownValue {
  const { bytes } = nodes;
  const begin = beginOf(bytes, content, search);
  const end = skipCharacters(bytes, begin, content.to, SHOWN);
  const toText = (from: number, to: number): string =>
    isString ? decodeString(bytes, from, to) : decodeBytes(bytes, from, to);
  const pieces = cutPieces(
    { from: begin, to: end },
    [{ ...content, token }],
    marksWithin(search, begin, end),
    toText,
    'value',
  );
  if (begin > content.from) pieces.unshift(plain('…'));
  if (end < content.to) pieces.push(plain('…'));
  return { pieces, cut: begin > content.from || end < content.to, bytes: content.to - content.from };
}

/**
 * Where the shown part begins: at the start of the content, or shortly before the current match if that would not be
 * visible otherwise.
 */
function beginOf(bytes: Uint8Array, content: Span, search: MatchMarks | null): number {
  const current = search === null || search.current < 0 ? -1 : search.matches.get(search.current);
  if (current < content.from || current >= content.to) return content.from;
  if (current < skipCharacters(bytes, content.from, content.to, SHOWN - BEFORE_MATCH)) return content.from;
  // Two cursors, the second a fixed number of characters behind the first.
  let behind = content.from;
  let at = skipCharacters(bytes, content.from, current, BEFORE_MATCH);
  for (; at < current; at = nextCharacter(bytes, at, content.to))
    behind = nextCharacter(bytes, behind, content.to);
  return behind;
}

/** The first children of a folded container: `{id: "…", amount: 1299, tags: [3], …}`. One piece, as there are many on screen. */
export function previewPieces(nodes: JsonNodes, container: number): Piece[] {
  const { index } = nodes;
  const isObject = index.isObject(container);
  const parts: string[] = [];
  let length = 0;
  for (const child of nodes.children(container)) {
    if (parts.length === PREVIEW_CHILDREN || length > PREVIEW_LENGTH) break;
    const part = previewOfChild(nodes, child, container, isObject);
    parts.push(part);
    length += part.length + 2;
  }
  if (parts.length < index.childCount(container) || !index.isComplete(container)) parts.push('…');
  return [plain(isObject ? `{${parts.join(', ')}}` : `[${parts.join(', ')}]`)];
}

function previewOfChild(nodes: JsonNodes, child: number, container: number, isObject: boolean): string {
  const { index } = nodes;
  let key = '';
  if (isObject) {
    const { from, to } = nodes.keySpan(child);
    key = `${shortText(nodes, { from: from + 1, to: to - 1 }, true)}: `;
  }
  if (index.isContainer(child)) {
    const inner = index.lastContainerAt(child);
    const count = index.childCount(inner);
    return key + (index.isObject(inner) ? `{${count > 0 ? '…' : ''}}` : `[${count > 0 ? count : ''}]`);
  }
  const { from, to } = nodes.valueSpan(child, container);
  if (index.kind(child) !== 'string') return key + shortText(nodes, { from, to }, false);
  return `${key}"${shortText(nodes, { from: from + 1, to: to - 1 }, true)}"`;
}

function shortText(nodes: JsonNodes, { from, to }: Span, isString: boolean): string {
  const end = skipCharacters(nodes.bytes, from, to, PREVIEW_VALUE);
  const text = isString
    ? escapeInvisible(decodeString(nodes.bytes, from, end))
    : decodeBytes(nodes.bytes, from, end);
  return end < to ? `${text}…` : text;
}

function plain(text: string): Piece {
  return { text, token: 'plain', emphasis: 'none' };
}
