/**
 * Strings of a valid JSON text, straight from its UTF-8 bytes. Offsets are in bytes; a string's content is between its
 * quotes.
 */

const BACKSLASH = 0x5c;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes as text; invalid UTF-8 becomes U+FFFD. */
export function decodeBytes(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}

/** The text that a string's content stands for, or a part of it that does not split an escape. */
export function decodeString(bytes: Uint8Array, from: number, to: number): string {
  const part = bytes.subarray(from, to);
  const text = decoder.decode(part);
  if (!part.includes(BACKSLASH)) return text;
  const value: unknown = JSON.parse(`"${text}"`);
  return typeof value === 'string' ? value : text;
}

/**
 * The offset after the character at `at`: an escape, a surrogate pair of escapes, or a UTF-8 character. Never exceeds
 * `limit`.
 */
export function nextCharacter(bytes: Uint8Array, at: number, limit: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === BACKSLASH) {
    if (bytes[at + 1] !== 0x75) return Math.min(at + 2, limit);
    const pair = isHighSurrogate(bytes, at) && at + 12 <= limit && isLowSurrogate(bytes, at + 6);
    return Math.min(at + (pair ? 12 : 6), limit);
  }
  return Math.min(at + utf8Length(byte), limit);
}

/** The length of the UTF-8 sequence that begins with `byte`; 1 for an invalid first byte. */
export function utf8Length(byte: number): number {
  if (byte < 0xc2) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 1;
}

/** `\ud8xx` to `\udbxx` */
function isHighSurrogate(bytes: Uint8Array, backslash: number): boolean {
  const letter = (bytes[backslash + 3] ?? 0) | 0x20;
  return (
    isD(bytes[backslash + 2]) && (letter === 0x38 || letter === 0x39 || letter === 0x61 || letter === 0x62)
  );
}

/** `\udcxx` to `\udfxx` */
function isLowSurrogate(bytes: Uint8Array, backslash: number): boolean {
  const letter = (bytes[backslash + 3] ?? 0) | 0x20;
  const escape = bytes[backslash] === BACKSLASH && bytes[backslash + 1] === 0x75;
  return escape && isD(bytes[backslash + 2]) && letter >= 0x63 && letter <= 0x66;
}

function isD(byte: number | undefined): boolean {
  return byte === 0x44 || byte === 0x64;
}

/** The offset after at most `count` characters. */
export function skipCharacters(bytes: Uint8Array, from: number, limit: number, count: number): number {
  let at = from;
  for (let done = 0; done < count && at < limit; done++) at = nextCharacter(bytes, at, limit);
  return at;
}

// Control characters, and those that are invisible or change the direction of text: shown as escapes, so that nothing
// is hidden. The same goes for lone surrogates, because no font has them.
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Text with everything invisible written as JSON escapes. Quotes and backslashes stay unchanged. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, escapeOf);
}

export interface SeenPart {
  readonly text: string;
  /** True for an escape that stands for an invisible character. */
  readonly isEscape: boolean;
}

/**
 * The same in parts, so that escapes written by the app can be distinguished from those in the text. With `layout`,
 * tabs stay; with `name`, joiners stay where they change how a word or an emoji looks.
 */
export function splitInvisible(text: string, use: 'value' | 'layout' | 'name'): SeenPart[] {
  const parts: SeenPart[] = [];
  let from = 0;
  for (const { 0: invisible, index } of text.matchAll(INVISIBLE)) {
    if (use === 'layout' && invisible === '\t') continue;
    if (use === 'name' && joins(text, index)) continue;
    if (index > from) parts.push({ text: text.slice(from, index), isEscape: false });
    parts.push({ text: escapeOf(invisible), isEscape: true });
    from = index + invisible.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isEscape: false });
  return parts;
}

/** A name of a response with everything invisible as escapes, for a place without room for parts. */
export function seenText(name: string): string {
  return splitInvisible(name, 'name')
    .map(({ text }) => text)
    .join('');
}

const BEFORE_JOINER = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const AFTER_JOINER = /^[\p{L}\p{Extended_Pictographic}]/u;
/** Their letters look the same with and without a joiner, which would be hidden. */
const NEVER_JOINED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** True for a zero-width joiner or non-joiner between two emoji, or between letters as in Persian or Hindi. */
function joins(text: string, at: number): boolean {
  if (text[at] !== '\u200c' && text[at] !== '\u200d') return false;
  const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + 1, at + 3)];
  return BEFORE_JOINER.test(before) && AFTER_JOINER.test(after) && !NEVER_JOINED.test(before + after);
}

function escapeOf(invisible: string): string {
  return SHORT_ESCAPES[invisible] ?? `\\u${invisible.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
