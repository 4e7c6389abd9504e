import { NOT_SENT_BEFORE, type StandIns } from '@shared/import/stand-ins';

/** The words that a shell would pass to a program for a pasted line. */
export interface ShellWords {
  readonly words: readonly string[];
  /** What was read differently from how the shell would run it. */
  readonly notes: readonly string[];
  /** What it would pass as its input, if that is written there. */
  readonly input?: string | undefined;
}

export type ShellReading =
  | ({ readonly ok: true } & ShellWords)
  | { readonly ok: false; readonly reason: string };

export type Shell = 'posix' | 'cmd' | 'powershell';

/**
 * White space between words. Commands from web pages contain no-break spaces, which are never intended outside quotes.
 */
export const BLANK = /[ \t\u00a0\u202f]/;

/** `<id>` in a manual: a gap to fill in, not a redirection. Null if none starts here. */
export function gapAt(text: string, at: number): string | null {
  return text.charAt(at) === '<' ? (GAP.exec(text.slice(at, at + 80))?.[0] ?? null) : null;
}

const GAP = /^<[A-Za-z][\w.-]*(?: [\w.-]+)*>/;

export function gapNote(gap: string): string {
  return `${gap} is a gap to fill in; it stays as text.`;
}

/**
 * Quoted texts and escaped characters, which are skipped, and characters outside them that reveal the shell. `\'` and
 * `$'` reveal a POSIX shell: what follows is quoted differently from other shells. `(Get-…)` and `($…)` reveal PowerShell:
 * a POSIX shell refuses them.
 */
const SHELL_MARKS =
  /\\['"\\]|\$'|@['"][ \t]*\r?\n|'[^']*'|"[^"\\]*(?:\\[^][^"\\]*)*"|\^"|\^[ \t]*\r?\n|`[ \t]*\r?\n|\\[ \t]*\r?\n|[ \t]\((?=\$|Get-)/g;

/** A PowerShell line before the command that sets a variable to text. */
const ASSIGNMENT = /^\s*(?:PS [^\n>]{0,300}>[ \t]*)?\$(?:[A-Za-z_]\w*|\{[^}\n]+\})[ \t]*=/;

/** In a command for Windows: a doubled quote inside quotes, and typographic quotes. */
const POWERSHELL_QUOTES = /[^\s]''|''[^\s]|[\u2018-\u201e]/;
/** A variable as only PowerShell writes it, and as only cmd.exe does. */
const POWERSHELL_VARIABLE = /\$\{?env:\w/i;
const CURL_EXE = /(?:^|[\s\\/&])curl\.exe\s/i;

/**
 * The shell that a command was copied for, judging by how it begins, continues lines and quotes. Null if two shells
 * would send different things and nothing shows which one is meant.
 */
export function guessShell(text: string): Shell | null {
  // The beginning is enough; the body may be megabytes long.
  const beginning = text.slice(0, 20_000);
  if (ASSIGNMENT.test(beginning)) return 'powershell';
  let hasCaret = false;
  let isQuotedForPosix = false;
  const marks = new RegExp(SHELL_MARKS);
  for (let mark = marks.exec(beginning); mark !== null; mark = marks.exec(beginning)) {
    const [found] = mark;
    if (found === '^"' && !isQuoteOfCmd(beginning, mark.index)) {
      hasCaret = true;
      // The quotation mark may start a quoted text.
      marks.lastIndex = mark.index + 1;
    } else if (found.startsWith('^')) return 'cmd';
    else if (/^[`@ \t]/.test(found)) return 'powershell';
    else if (/^(?:\$|\\[^"\\])/.test(found)) return 'posix';
    else isQuotedForPosix ||= found.startsWith("'");
  }
  if (hasCaret && !isQuotedForPosix) return null;
  if (POWERSHELL_VARIABLE.test(beginning)) return 'powershell';
  if (!isQuotedForPosix && !beginning.includes('$') && hasCmdVariable(beginning)) return 'cmd';
  return CURL_EXE.test(beginning) && POWERSHELL_QUOTES.test(beginning) ? 'powershell' : 'posix';
}

/** `%NAME%`, or a part of its value. */
const CMD_VARIABLE = /%([A-Za-z_]\w*)(?::~-?\d+(?:,-?\d+)?)?%/y;

/** The variable of cmd.exe that begins here; null for none, also for what is percent-encoded: `%C3%A9`. */
export function cmdVariableAt(
  text: string,
  at: number,
): { readonly name: string; readonly length: number } | null {
  CMD_VARIABLE.lastIndex = at;
  const [whole = '', name = ''] = CMD_VARIABLE.exec(text) ?? [];
  const end = at + whole.length;
  const isEncoded = /^[0-9A-Fa-f]{2}/.test(name) && /^[0-9A-Fa-f]{2}/.test(text.slice(end, end + 2));
  return name === '' || isEncoded ? null : { name, length: whole.length };
}

function hasCmdVariable(text: string): boolean {
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', at + 1))
    if (cmdVariableAt(text, at) !== null) return true;
  return false;
}

/** `^"…^"` as a whole word, as browsers write it for cmd.exe. */
function isQuoteOfCmd(text: string, at: number): boolean {
  return /(?:^|\s)$/.test(text.slice(Math.max(0, at - 1), at)) && /[^^]\^"(?=\s|$)/.test(text.slice(at + 2));
}

/** Collects words piece by piece, and notes without duplicates. */
export class WordCollector {
  readonly words: string[] = [];
  /** The input of the command. */
  input: string | undefined;
  private isInputNext = false;
  private readonly seen = new Set<string>();
  private word: string | null = null;
  /** How many `$` end the word. */
  private dollarCount = 0;

  /** @param variables those that commands before this one set. */
  constructor(readonly variables = new Map<string, string>()) {}

  add(text: string): void {
    this.word = (this.word ?? '') + text;
    this.dollarCount = text === '$' ? this.dollarCount + 1 : 0;
  }

  /** Those that end the word. */
  get dollars(): string {
    return '$'.repeat(this.dollarCount);
  }

  /** Starts a word even if nothing follows, because `''` is a word. */
  begin(): void {
    this.word ??= '';
  }

  get inWord(): boolean {
    return this.word !== null;
  }

  end(): void {
    if (this.word !== null) {
      if (this.isInputNext) this.input = `${this.word}\n`;
      else this.words.push(this.word);
      this.isInputNext = false;
      this.word = null;
      this.dollarCount = 0;
    }
  }

  /** Removes and returns the current word, which, for a redirection, is the number before it. */
  drop(): string {
    const word = this.word ?? '';
    this.word = null;
    this.dollarCount = 0;
    return word;
  }

  /** The next word is the command's input (`<<<`). */
  expectInput(): void {
    this.isInputNext = true;
  }

  /** Begins another command: what only sets variables is remembered, anything else is left out. */
  leaveCommand(): void {
    this.input = undefined;
    const set = this.words.splice(0).filter((word, at) => !(at < 2 && /^(?:[$%]|export)$/.test(word)));
    const assignments = set.map((word) => /^([A-Za-z_]\w*)=([^]*)$/.exec(word));
    if (assignments.includes(null)) this.note(BEGUN_LATE);
    else
      for (const [, name = '', value = ''] of assignments.map((found) => found ?? []))
        this.variables.set(name, value);
  }

  note(sentence: string): void {
    this.seen.add(sentence);
  }

  done(): ShellReading {
    this.end();
    return { ok: true, words: this.words, notes: [...this.seen], input: this.input };
  }
}

/** The `$` that end a text, of which each is a piece. */
export function dollarsOf(pieces: readonly string[]): string {
  let count = 0;
  while (pieces.at(-1 - count) === '$') count += 1;
  return '$'.repeat(count);
}

/**
 * Returns what stands for the output of a command inside the command: `$(…)`. Named by its program alone, as what that is
 * given may be secret.
 */
export function standInForOutput(standIns: StandIns, whole: string, dollar: string): string {
  const [, opening = '', inner = '', closing = ''] = /^(\$?\(|`)([^]*)([)`])$/.exec(whole) ?? [];
  const command = inner.trim();
  const [program = ''] = /^\$?[A-Za-z_][\w-]{0,60}(?=[\s.]|$)/.exec(command) ?? [];
  const shown = `${opening}${program}${program === '' ? '…' : program === command ? '' : ' …'}${closing}`;
  const all = dollar === '' ? 'what it prints' : `${dollar} and what it prints`;
  return standIns.put(
    dollar + whole,
    program.replace('$', '') || 'value',
    (variable, how) => `${shown} was not run: ${variable} stands for ${all}${how}, ${NOT_SENT_BEFORE}`,
  );
}

const BEGUN_LATE = 'Only the curl command was read; what stands before it was left out.';

export const ENDED_EARLY = 'Only the first command was read; what follows it was left out.';
