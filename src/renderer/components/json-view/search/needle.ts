import { utf8Length } from '../index/json-strings';

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const SHORT_ESCAPES: Readonly<Record<number, number>> = {
  0x22: 0x22,
  0x5c: 0x5c,
  0x2f: 0x2f,
  0x62: 0x08,
  0x66: 0x0c,
  0x6e: 0x0a,
  0x72: 0x0d,
  0x74: 0x09,
};

/** A character and the number of bytes it takes in the text. */
interface Character {
  code: number;
  length: number;
}

/**
 * What is searched for, compared character by character with UTF-8 bytes.
 *
 * Case is folded one character at a time (ASCII to ASCII, others through `toLowerCase`), so that a match always has the
 * length of the typed text. With `escapes`, JSON's escapes count as the characters they stand for and an unescaped
 * quote ends every string: `é` finds `\u00e9`, and no match extends beyond a string.
 */
export class Needle {
  private readonly codes: readonly number[];
  /** For each byte, whether a match may begin with it. */
  private readonly beginners = new Uint8Array(256);
  private readonly read: Character = { code: 0, length: 1 };

  constructor(
    text: string,
    private readonly matchCase: boolean,
    private readonly escapes: boolean,
  ) {
    this.codes = [...text].map((character) => this.fold(character.codePointAt(0) ?? 0));
    this.markBeginners(this.codes[0] ?? 0);
  }

  get isEmpty(): boolean {
    return this.codes.length === 0;
  }

  mayBeginWith(byte: number): boolean {
    return this.beginners[byte] === 1;
  }

  /** The offset after a match that begins at `from`, or -1. `from` must not be inside a character or an escape. */
  endOfMatch(bytes: Uint8Array, from: number, limit: number): number {
    let at = from;
    for (const code of this.codes) {
      if (at >= limit || !this.readCharacter(bytes, at, limit) || this.fold(this.read.code) !== code)
        return -1;
      at += this.read.length;
    }
    return at;
  }

  private markBeginners(first: number): void {
    if (this.escapes) this.beginners[BACKSLASH] = 1;
    if (first >= 0x80) this.beginners.fill(1, 0xc2, 0xf5);
    else {
      this.beginners[first] = 1;
      if (!this.matchCase && first >= 0x61 && first <= 0x7a) this.beginners[first - 0x20] = 1;
    }
  }

  private readCharacter(bytes: Uint8Array, at: number, limit: number): boolean {
    const byte = bytes[at] ?? 0;
    if (this.escapes && byte === BACKSLASH) return this.readEscape(bytes, at, limit);
    if (this.escapes && byte === QUOTE) return false;
    if (byte < 0x80) {
      this.read.code = byte;
      this.read.length = 1;
      return true;
    }
    return this.readUtf8(bytes, at, limit, byte);
  }

  private readUtf8(bytes: Uint8Array, at: number, limit: number, lead: number): boolean {
    const length = utf8Length(lead);
    if (length === 1 || at + length > limit) return false;
    let code = lead & (0x7f >> length);
    for (let next = 1; next < length; next++) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f);
    this.read.code = code;
    this.read.length = length;
    return true;
  }

  private readEscape(bytes: Uint8Array, at: number, limit: number): boolean {
    const letter = bytes[at + 1] ?? 0;
    if (letter !== 0x75) {
      this.read.code = SHORT_ESCAPES[letter] ?? 0;
      this.read.length = 2;
      return letter in SHORT_ESCAPES && at + 2 <= limit;
    }
    if (at + 6 > limit) return false;
    const unit = readHex(bytes, at + 2);
    this.read.code = unit;
    this.read.length = 6;
    if (unit < 0xd800 || unit > 0xdbff || at + 12 > limit) return true;
    if (bytes[at + 6] !== BACKSLASH || bytes[at + 7] !== 0x75) return true;
    const low = readHex(bytes, at + 8);
    if (low < 0xdc00 || low > 0xdfff) return true;
    this.read.code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    this.read.length = 12;
    return true;
  }

  private fold(code: number): number {
    if (this.matchCase) return code;
    if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
    return foldBeyondAscii(code);
  }
}

function readHex(bytes: Uint8Array, from: number): number {
  let value = 0;
  for (let at = from; at < from + 4; at++) {
    const byte = bytes[at] ?? 0;
    value = value * 16 + (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);
  }
  return value;
}

const folded = new Map<number, number>();

/** One character to one, and never to ASCII: the Kelvin sign stays unchanged. */
function foldBeyondAscii(code: number): number {
  const known = folded.get(code);
  if (known !== undefined) return known;
  const lower = [...String.fromCodePoint(code).toLowerCase()];
  const only = lower.length === 1 ? (lower[0]?.codePointAt(0) ?? code) : code;
  const result = only < 0x80 ? code : only;
  if (folded.size < 4096) folded.set(code, result);
  return result;
}
