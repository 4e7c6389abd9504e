import type { StandIns } from '@shared/import/stand-ins';
import { withoutPrompt } from './curl-prompt';
import {
  BLANK,
  dollarsOf,
  ENDED_EARLY,
  gapAt,
  gapNote,
  standInForOutput,
  WordCollector,
  type ShellReading,
} from './shell-words';

/**
 * Splits a command as PowerShell does (about_Quoting_Rules, about_Special_Characters and PowerShell's own tokenizer):
 * backticks escape, quotes are doubled inside quotes, typographic quotes count as plain ones. Variables that are set to
 * text in lines before the command are filled in; other variables and expressions have something that stands for them.
 */
export function powershellWords(text: string, standIns: StandIns): ShellReading {
  try {
    return new PowerShellReader(text, standIns).read();
  } catch (error) {
    if (error instanceof Unread) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Thrown if it is not known what PowerShell would do; the message says why and where. */
class Unread extends Error {}

const SINGLE_QUOTE = /['\u2018-\u201b]/;
const DOUBLE_QUOTE = /["\u201c-\u201e]/;
const LINE_END = /[ \t]*\r?\n/y;
const WORD_END = /[\s;|&<>\u00a0\u202f]|$/y;
const ASSIGNMENT = /[\s;]*(?:PS [^\n>]{0,300}>[ \t]*)?\$(?:([A-Za-z_]\w*)|\{([^}\n]+)\})[ \t]*=(?!=)[ \t]*/y;
const STATEMENT_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|;|$)/y;
const VARIABLE = /\$(?:([A-Za-z_]\w*)(?!\w|:)|\{([^}:\n]+)\})/y;
/** With its namespace: `$env:NAME`. */
const UNKNOWN_VARIABLE =
  /\$(?:(?:[A-Za-z]\w*:(?=[A-Za-z_]))?([A-Za-z_]\w*)|\{(?:[A-Za-z]\w*:)?([^}:\n]+)\})/y;
/** Properties and elements of an unquoted variable. */
const MEMBERS = /(?:\.[A-Za-z_]\w*|\[[^\]\s]{0,60}\])*/y;
/** What may contain a parenthesis, and parentheses. */
const NESTED = /`[^]|'[^']*'|"(?:`[^]|[^"`])*"|[()]/g;
const CODE_POINT = /\{([0-9A-Fa-f]{1,6})\}/y;

const BACKTICK_LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  v: '\v',
};

class PowerShellReader {
  private readonly words = new WordCollector();
  /** By name in lower case. */
  private readonly variables = new Map<string, string>();
  private at = 0;
  private linesBefore = 1;

  constructor(
    private text: string,
    private readonly standIns: StandIns,
  ) {}

  read(): ShellReading {
    while (this.readAssignment());
    const command = withoutPrompt(this.text.slice(this.at));
    this.linesBefore += linesIn(this.text.slice(0, this.text.length - command.length));
    this.text = command;
    this.at = 0;
    while (this.at < this.text.length && this.readPiece());
    const reading = this.words.done();
    return reading.ok ? { ...reading, words: reading.words.map(withoutExtraBackslashes) } : reading;
  }

  /** `$body = '…'` on a line before the command. */
  private readAssignment(): boolean {
    const found = this.match(ASSIGNMENT);
    if (found === null) return false;
    const name = found[1] ?? found[2] ?? '';
    const value = this.readQuoted();
    if (value === null || this.match(STATEMENT_END) === null)
      throw new Unread(
        `The variable $${name} is set to something that is not plain text ${this.place()}: only quoted strings are read. Put the text itself into the command.`,
      );
    this.variables.set(name.toLowerCase(), value);
    return true;
  }

  /** False when the command has ended. */
  private readPiece(): boolean {
    const { words } = this;
    const first = this.text.charAt(this.at);
    const gap = gapAt(this.text, this.at);
    const begins = !words.inWord;
    if (first === '`') {
      if (this.isLineEnd(1)) this.skipEscapedLineEnd();
      else words.add(this.readBacktick());
    } else if (gap !== null) {
      words.note(gapNote(gap));
      words.add(gap);
      this.at += gap.length;
    } else if (BLANK.test(first)) {
      words.end();
      this.at += 1;
    } else if (/[\r\n;|&<>]/.test(first)) {
      words.end();
      this.at += 1;
      if (words.words.length === 0) return true;
      if (this.text.slice(this.at).trim() !== '') words.note(ENDED_EARLY);
      return false;
    } else if (first === '$') {
      words.add(this.expand(true, () => words.dollars));
    } else if (first === '(' && begins) {
      words.add(this.readParentheses(() => ''));
    } else {
      const isHere = first === '@' && begins;
      const quoted = isHere || first !== '@' ? this.readQuoted() : null;
      if (quoted === null) {
        words.add(first);
        this.at += 1;
      } else {
        words.add(quoted);
        // PowerShell separates quoted text from what follows, or reads a property of it.
        if (begins && !this.isAt(WORD_END))
          throw new Unread(`A quoted text is followed by more without a blank ${this.place()}.`);
      }
    }
    return true;
  }

  /** A quoted text or here-string that starts here; null if there is none. */
  private readQuoted(): string | null {
    const first = this.text.charAt(this.at);
    if (first === '@') return this.readHereString();
    if (SINGLE_QUOTE.test(first)) return this.readUpTo(SINGLE_QUOTE, false);
    return DOUBLE_QUOTE.test(first) ? this.readUpTo(DOUBLE_QUOTE, true) : null;
  }

  /** Any quote of the same kind ends the text; two in a row stand for the second one. */
  private readUpTo(quote: RegExp, expands: boolean): string {
    const opening = this.text.charAt(this.at);
    const pieces: string[] = [];
    for (this.at += 1; ;) {
      const first = this.text.charAt(this.at);
      if (first === '') throw new Unread(unclosed(opening));
      if (quote.test(first)) {
        const next = this.text.charAt(this.at + 1);
        if (!quote.test(next)) break;
        pieces.push(next);
        this.at += 2;
      } else {
        pieces.push(this.readInside(expands, pieces));
      }
    }
    this.at += 1;
    return pieces.join('');
  }

  /** `@'`, unchanged lines, and `'@` at the beginning of a line. */
  private readHereString(): string | null {
    const opening = this.text.slice(this.at, this.at + 2);
    const quote = [SINGLE_QUOTE, DOUBLE_QUOTE].find((kind) => kind.test(opening.charAt(1)));
    if (quote === undefined || !this.isLineEnd(2)) return null;
    const begin = this.text.indexOf('\n', this.at) + 1;
    const footer = new RegExp(`\\r?\\n${quote.source}@`, 'g');
    // Without lines between them, the line break after the start is also the one before the end.
    footer.lastIndex = begin - (this.text.charAt(begin - 2) === '\r' ? 2 : 1);
    const found = footer.exec(this.text);
    if (found === null) throw new Unread(unclosed(opening));
    const pieces: string[] = [];
    for (this.at = begin; this.at < found.index;)
      pieces.push(this.readInside(quote === DOUBLE_QUOTE, pieces));
    this.at = footer.lastIndex;
    return pieces.join('');
  }

  private readInside(expands: boolean, before: readonly string[]): string {
    const first = this.text.charAt(this.at);
    if (expands && first === '`') return this.readBacktick();
    if (expands && first === '$') return this.expand(false, () => dollarsOf(before));
    this.at += 1;
    return first;
  }

  private readBacktick(): string {
    const next = this.text.charAt(this.at + 1);
    this.at += 2;
    if (next !== 'u' || this.text.charAt(this.at) !== '{') return BACKTICK_LETTERS[next] ?? next;
    const code = Number.parseInt(this.match(CODE_POINT)?.[1] ?? '', 16);
    if (!(code <= 0x10ffff)) throw new Unread(`\`u{…} names no character ${this.place()}.`);
    this.words.note('`u{…} was read as PowerShell 7 reads it; Windows PowerShell sends it as text.');
    return String.fromCodePoint(code);
  }

  /** @param dollar returns any `$` that end what is written before it. */
  private expand(isBare: boolean, dollar: () => string): string {
    const start = this.at;
    const found = this.match(VARIABLE);
    const name = (found?.[1] ?? found?.[2])?.toLowerCase();
    const value = name === undefined ? undefined : this.variables.get(name);
    if (value === undefined) {
      this.at = start;
      return this.readUnknown(isBare, dollar);
    }
    // After an unquoted variable, this may be a property or an element.
    if (isBare && /[.['"\u2018-\u201e]/.test(this.text.charAt(this.at)))
      throw new Unread(`What follows $${name} is not read ${this.place()}: put its text into the command.`);
    return value;
  }

  /** A variable that no line before the command sets, or an expression. */
  private readUnknown(isBare: boolean, dollar: () => string): string {
    if (this.text.startsWith('$(', this.at)) return this.readParentheses(dollar);
    const [whole, plain, braced] = this.match(UNKNOWN_VARIABLE) ?? [];
    if (whole === undefined) {
      this.at += 1;
      return '$';
    }
    return this.putVariable(
      whole + (isBare ? (this.match(MEMBERS)?.[0] ?? '') : ''),
      plain ?? braced,
      dollar,
    );
  }

  /** Takes `(…)` or `$(…)`, which would be run. */
  private readParentheses(dollar: () => string): string {
    const start = this.at;
    const nested = new RegExp(NESTED);
    nested.lastIndex = start;
    let depth = 0;
    for (let found = nested.exec(this.text); found !== null; found = nested.exec(this.text)) {
      if (found[0] === '(') depth += 1;
      else if (found[0] === ')') depth -= 1;
      if (depth === 0 && found[0] === ')') {
        this.at = nested.lastIndex;
        const whole = this.text.slice(start, this.at);
        const variable = /^\$?\(\s*(\$[\w.:]+)\s*\)$/.exec(whole)?.[1];
        if (variable !== undefined) return this.putVariable(variable, undefined, dollar);
        return standInForOutput(this.standIns, whole, dollar());
      }
    }
    throw new Unread(unclosed(this.text.charAt(start) === '(' ? '(' : '$('));
  }

  private putVariable(written: string, name: string | undefined, dollar: () => string): string {
    const last = /[A-Za-z_]\w*(?=[^A-Za-z_]*$)/.exec(written)?.[0];
    return this.standIns.putValue(
      written,
      (written.includes('.') ? last : name) ?? last ?? 'value',
      written,
      dollar(),
    );
  }

  private skipEscapedLineEnd(): void {
    this.at += 1;
    this.match(LINE_END);
  }

  private isLineEnd(behind: number): boolean {
    return this.isAt(LINE_END, behind);
  }

  private isAt(expression: RegExp, behind = 0): boolean {
    expression.lastIndex = this.at + behind;
    return expression.test(this.text);
  }

  private match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found !== null) this.at = expression.lastIndex;
    return found;
  }

  private place(): string {
    return `(line ${this.linesBefore + linesIn(this.text.slice(0, this.at))})`;
  }
}

/** Windows PowerShell drops quotes when it starts a program, so commands for it write each one as `\"`. */
function withoutExtraBackslashes(word: string): string {
  return word.includes('\\"') && !/(?<!\\)"/.test(word) ? word.replace(/\\"/g, '"') : word;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

function unclosed(quote: string): string {
  return `A quoted text that begins with ${quote} is not closed: a part of the command is missing.`;
}
