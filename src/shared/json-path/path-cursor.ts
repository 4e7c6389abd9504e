/** Why a path cannot be used, in words, and the character (from 0) where that shows. */
export interface PathRefusal {
  readonly at: number;
  readonly message: string;
}

export class PathSyntaxError extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

/** A position in the text of a path, and what can be read there regardless of context. */
export class PathCursor {
  at = 0;

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  take(expected: string): boolean {
    if (!this.peek(expected)) return false;
    this.at += expected.length;
    return true;
  }

  peek(expected: string): boolean {
    return this.text.startsWith(expected, this.at);
  }

  /** @param pattern must be sticky. */
  takeMatch(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  skipSpace(): void {
    this.takeMatch(/[ \t\n\r]*/y);
  }

  /** Does not move unless `next` (sticky) follows. */
  skipSpaceBefore(next: RegExp): void {
    const before = this.at;
    this.skipSpace();
    next.lastIndex = this.at;
    if (!next.test(this.text)) this.at = before;
  }

  readInteger(): number | null {
    const begin = this.at;
    const digits = this.takeMatch(/-?\d+/y);
    if (digits === null) return null;
    if (!/^(0|-?[1-9]\d*)$/.test(digits))
      throw new PathSyntaxError(begin, `${digits} is not a number for a path: no leading zeros, no -0.`);
    const value = Number(digits);
    if (!Number.isSafeInteger(value)) throw new PathSyntaxError(begin, `${digits} is out of range.`);
    return value;
  }

  readString(): string {
    const quote = this.text[this.at] ?? '';
    const begin = this.at++;
    let name = '';
    for (;;) {
      const character = this.text[this.at];
      if (character === undefined)
        throw new PathSyntaxError(begin, `The ${quote} that opens here is never closed.`);
      this.at++;
      if (character === quote) return name;
      if (character === '\\') name += this.readEscape(quote);
      else if (character < ' ')
        throw new PathSyntaxError(this.at - 1, 'A control character must be written as an escape.');
      else name += character;
    }
  }

  private readEscape(quote: string): string {
    const letter = this.text[this.at] ?? '';
    const simple = ESCAPES[letter];
    if (letter === quote || simple !== undefined) {
      this.at++;
      return simple ?? quote;
    }
    const begin = this.at - 1;
    const unit = this.takeMatch(/u[\da-fA-F]{4}/y);
    if (unit === null)
      throw new PathSyntaxError(
        begin,
        `\\${letter} is not an escape. Known are \\${quote} \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX.`,
      );
    const code = parseInt(unit.slice(1), 16);
    if (code < 0xd800 || code > 0xdfff) return String.fromCharCode(code);
    const low = code < 0xdc00 ? this.takeMatch(/\\u[dD][c-fC-F][\da-fA-F]{2}/y) : null;
    if (low === null)
      throw new PathSyntaxError(begin, `\\${unit} is half a character; its other half has to follow it.`);
    return String.fromCharCode(code, parseInt(low.slice(2), 16));
  }

  /** Describes the current character, for a sentence. */
  found(): string {
    const character = this.text[this.at];
    return character === undefined ? 'the end' : `“${character}”`;
  }

  refuse(message: string): PathSyntaxError {
    return new PathSyntaxError(this.at, message);
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
