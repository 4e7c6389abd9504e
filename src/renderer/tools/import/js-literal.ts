import { dollarsOf } from './shell-words';

/** A literal JavaScript value: what JSON has, and `undefined`. */
export type JsValue = string | number | boolean | null | undefined | JsValue[] | JsObject;
export interface JsObject {
  readonly [name: string]: JsValue;
}

/** Thrown for an expression that would have to be run. */
export class NotWrittenOut extends Error {}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** What a quoted text may hold as it stands. */
const PLAIN = /[^"'`\\$\n]+/y;

/** In an expression: a brace, a quoted text, or what is neither. */
const PIECE = /[{}]|[^{}"'`]+|"(?:\\[^]|[^\\"\n])*"|'(?:\\[^]|[^\\'\n])*'/y;

/** Reads literal values without running anything. Its methods throw `NotWrittenOut`. */
export class JsReader {
  /**
   * @param standFor returns what stands for the value of an expression in a template, given with any `$` that is written
   * before it.
   */
  constructor(
    private readonly text: string,
    private at: number,
    private readonly standFor: (expression: string, dollar: string) => string,
  ) {}

  take(expected: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  rest(): string {
    return this.text.slice(this.at);
  }

  value(): JsValue {
    const value = this.single();
    this.skipSpace();
    // An operator, a call or a member follows: `a + b`, `f()`, `x.y`.
    if (/^[^,;:)\]}]/.test(this.text.slice(this.at, this.at + 1))) throw new NotWrittenOut(this.near());
    return value;
  }

  private single(): JsValue {
    this.skipSpace();
    const first = this.text.charAt(this.at);
    if (first === '"' || first === "'" || first === '`') return this.string();
    if (this.take('{')) return this.object();
    if (this.take('[')) return this.list();
    const number = this.match(/-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y);
    if (number !== null) return Number(number);
    if (this.match(/JSON\.stringify\s*\(/y) !== null) return JSON.stringify(this.argument()) ?? '';
    if (this.match(/new\s+Headers\s*\(/y) !== null) return this.argument();
    switch (this.match(/(?:true|false|null|undefined)\b/y)) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      case 'undefined':
        return undefined;
      default:
        throw new NotWrittenOut(this.near());
    }
  }

  private argument(): JsValue {
    const value = this.value();
    if (!this.take(')')) throw new NotWrittenOut(this.near());
    return value;
  }

  private object(): JsObject {
    const members: [string, JsValue][] = [];
    while (!this.take('}')) {
      this.skipSpace();
      const name = this.match(/[A-Za-z_$][\w$]*/y) ?? this.string();
      if (!this.take(':')) throw new NotWrittenOut(this.near());
      members.push([name, this.value()]);
      if (!this.take(',') && !this.text.startsWith('}', this.at)) throw new NotWrittenOut(this.near());
    }
    return Object.fromEntries(members);
  }

  private list(): JsValue[] {
    const items: JsValue[] = [];
    while (!this.take(']')) {
      items.push(this.value());
      if (!this.take(',') && !this.text.startsWith(']', this.at)) throw new NotWrittenOut(this.near());
    }
    return items;
  }

  private string(): string {
    const quote = this.text.charAt(this.at);
    if (!/["'`]/.test(quote)) throw new NotWrittenOut(this.near());
    this.at += 1;
    const pieces: string[] = [];
    for (;;) {
      const plain = this.match(PLAIN);
      if (plain !== null) pieces.push(plain);
      const next = this.text.charAt(this.at);
      this.at += 1;
      if (next === '' || (next === '\n' && quote !== '`'))
        throw new NotWrittenOut('a text that is not closed');
      if (next === quote) return pieces.join('');
      // A line that goes on gives nothing, and parts no `$` from what follows it.
      if (next === '\\') pieces.push(...[this.escape()].filter((escaped) => escaped !== ''));
      else if (quote === '`' && next === '$' && this.text.charAt(this.at) === '{') {
        this.at += 1;
        pieces.push(this.standFor(this.expression(), dollarsOf(pieces)));
      } else pieces.push(next);
    }
  }

  /** What is written in a template up to the brace that ends it. */
  private expression(): string {
    const start = this.at;
    let depth = 1;
    while (depth > 0) {
      const piece = this.match(PIECE) ?? this.template();
      if (piece === '{') depth += 1;
      else if (piece === '}') depth -= 1;
    }
    return this.text.slice(start, this.at - 1).trim();
  }

  /** Skips a template within an expression. */
  private template(): null {
    if (this.match(/`/y) === null) throw new NotWrittenOut('a text that is not closed');
    while (this.match(/`/y) === null) {
      if (this.match(/\$\{/y) !== null) this.expression();
      else if (this.match(/\\[^]|[^\\]/y) === null) throw new NotWrittenOut('a text that is not closed');
    }
    return null;
  }

  private escape(): string {
    const code = this.match(/u\{[\dA-Fa-f]{1,6}\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}/y);
    if (code !== null) return String.fromCodePoint(parseInt(code.replace(/[ux{}]/g, ''), 16));
    const letter = this.match(/\r\n|[^]/y) ?? '';
    if (/[\r\n\u2028\u2029]/.test(letter)) return '';
    return letter === '0' ? '\0' : (ESCAPES[letter] ?? letter);
  }

  private skipSpace(): void {
    this.match(/(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y);
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  private near(): string {
    return this.text.slice(this.at, this.at + 30);
  }
}
