/** A selector of RFC 9535, as far as it is supported. */
export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'index'; readonly index: number }
  | {
      readonly kind: 'slice';
      readonly start: number | null;
      readonly end: number | null;
      readonly step: number;
    };

export interface Segment {
  /** `..`: at every depth. */
  readonly descendant: boolean;
  readonly selectors: readonly Selector[];
}

/** Why a path cannot be used, in words, and the character (from 0) where it shows. */
export interface PathRefusal {
  readonly at: number;
  readonly message: string;
}

export type ParsedPath =
  | { readonly ok: true; readonly segments: readonly Segment[] }
  | { readonly ok: false; readonly refusal: PathRefusal };

class PathSyntaxError extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

const SUPPORTED = 'Names, [0], [-1], [1:5], [*], lists such as [0,2] and .. work here';

/**
 * Parses a JSONPath (RFC 9535) made of child and descendant segments with name, wildcard, index and slice selectors.
 * Filter selectors (`[?…]`) and functions are refused with a sentence.
 */
export function parseJsonPath(text: string): ParsedPath {
  try {
    return { ok: true, segments: new PathReader(text).read() };
  } catch (error) {
    if (error instanceof PathSyntaxError)
      return { ok: false, refusal: { at: error.at, message: error.message } };
    throw error;
  }
}

class PathReader {
  private at = 0;

  constructor(private readonly text: string) {}

  read(): Segment[] {
    if (this.text[0] !== '$')
      throw new PathSyntaxError(0, 'A path begins with $, which stands for the whole body.');
    this.at = 1;
    const segments: Segment[] = [];
    for (;;) {
      const before = this.at;
      this.skipSpace();
      if (this.at === this.text.length) {
        if (before !== this.at) throw new PathSyntaxError(before, 'A path may not end in white space.');
        return segments;
      }
      segments.push(this.readSegment());
    }
  }

  private readSegment(): Segment {
    if (this.take('..')) {
      if (this.peek('[')) return { descendant: true, selectors: this.readBracket() };
      return { descendant: true, selectors: [this.readDotSelector('..')] };
    }
    if (this.take('.')) return { descendant: false, selectors: [this.readDotSelector('.')] };
    if (this.peek('[')) return { descendant: false, selectors: this.readBracket() };
    throw this.refuse(`Expected . or [ here, not ${this.found()}.`);
  }

  private readDotSelector(dots: string): Selector {
    if (this.take('*')) return { kind: 'wildcard' };
    const name = /^[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*/.exec(this.text.slice(this.at))?.[0];
    if (name === undefined) {
      throw this.refuse(
        `Expected a name or * after ${dots}. A name with other characters than letters, digits and _ is written ['like this'].`,
      );
    }
    this.at += name.length;
    if (this.peek('(')) throw this.refuse(`Functions are not supported. ${SUPPORTED}.`);
    return { kind: 'name', name };
  }

  private readBracket(): Selector[] {
    this.at++;
    const selectors: Selector[] = [];
    do {
      this.skipSpace();
      selectors.push(this.readSelector());
      this.skipSpace();
    } while (this.take(','));
    if (!this.take(']')) throw this.refuse(`Expected , or ] here, not ${this.found()}.`);
    return selectors;
  }

  private readSelector(): Selector {
    if (this.take('*')) return { kind: 'wildcard' };
    if (this.peek('"') || this.peek("'")) return { kind: 'name', name: this.readString() };
    if (this.peek('?'))
      throw this.refuse(`Filter expressions ([?…]) are not supported. ${SUPPORTED}; search finds values.`);
    if (this.peek(']'))
      throw this.refuse('Expected a name in quotes, a number, a slice or * between [ and ].');
    const start = this.readInteger();
    this.skipSpaceBefore(':');
    if (!this.take(':')) {
      if (start === null)
        throw this.refuse(`Expected a name in quotes, a number, a slice or * here, not ${this.found()}.`);
      return { kind: 'index', index: start };
    }
    this.skipSpace();
    const end = this.readInteger();
    this.skipSpaceBefore(':');
    if (!this.take(':')) return { kind: 'slice', start, end, step: 1 };
    this.skipSpaceBeforeInteger();
    return { kind: 'slice', start, end, step: this.readInteger() ?? 1 };
  }

  private readInteger(): number | null {
    const digits = /^-?\d+/.exec(this.text.slice(this.at))?.[0];
    if (digits === undefined) return null;
    if (!/^(0|-?[1-9]\d*)$/.test(digits))
      throw this.refuse(`${digits} is not a number for a path: no leading zeros, no -0.`);
    const value = Number(digits);
    if (!Number.isSafeInteger(value)) throw this.refuse(`${digits} is out of range.`);
    this.at += digits.length;
    return value;
  }

  private readString(): string {
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
    const unit = /^u[\da-fA-F]{4}/.exec(this.text.slice(this.at))?.[0];
    if (unit === undefined)
      throw new PathSyntaxError(
        this.at - 1,
        `\\${letter} is no escape. Known are \\${quote} \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX.`,
      );
    this.at += 5;
    return String.fromCharCode(parseInt(unit.slice(1), 16));
  }

  private take(expected: string): boolean {
    if (!this.peek(expected)) return false;
    this.at += expected.length;
    return true;
  }

  private peek(expected: string): boolean {
    return this.text.startsWith(expected, this.at);
  }

  private skipSpace(): void {
    while (/[ \t\n\r]/.test(this.text[this.at] ?? '')) this.at++;
  }

  /** White space belongs to a slice only when its colon follows. */
  private skipSpaceBefore(expected: string): void {
    const before = this.at;
    this.skipSpace();
    if (!this.peek(expected)) this.at = before;
  }

  private skipSpaceBeforeInteger(): void {
    const before = this.at;
    this.skipSpace();
    if (!/[-\d]/.test(this.text[this.at] ?? '')) this.at = before;
  }

  private found(): string {
    const character = this.text[this.at];
    return character === undefined ? 'the end' : `“${character}”`;
  }

  private refuse(message: string): PathSyntaxError {
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
