/** The words that a shell would pass to a program for a pasted line. */
export interface ShellWords {
  readonly words: readonly string[];
  /** What was read differently from how the shell would run it. */
  readonly notes: readonly string[];
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
 * `$'` reveal a POSIX shell: what follows is quoted differently from other shells.
 */
const SHELL_MARKS =
  /\\['"\\]|\$'|@['"][ \t]*\r?\n|'[^']*'|"[^"\\]*(?:\\[^][^"\\]*)*"|\^"|\^[ \t]*\r?\n|`[ \t]*\r?\n|\\[ \t]*\r?\n/g;

/** A PowerShell line before the command that sets a variable to text. */
const ASSIGNMENT = /^\s*(?:PS [^\n>]{0,300}>[ \t]*)?\$(?:[A-Za-z_]\w*|\{[^}\n]+\})[ \t]*=/;

/** In a command for Windows: a doubled quote inside quotes, and typographic quotes. */
const POWERSHELL_QUOTES = /[^\s]''|''[^\s]|[\u2018-\u201e]/;
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
    else if (found.startsWith('`') || found.startsWith('@')) return 'powershell';
    else if (/^(?:\$|\\[^"\\])/.test(found)) return 'posix';
    else isQuotedForPosix ||= found.startsWith("'");
  }
  if (hasCaret && !isQuotedForPosix) return null;
  return CURL_EXE.test(beginning) && POWERSHELL_QUOTES.test(beginning) ? 'powershell' : 'posix';
}

/** `^"…^"` as a whole word, as browsers write it for cmd.exe. */
function isQuoteOfCmd(text: string, at: number): boolean {
  return /(?:^|\s)$/.test(text.slice(Math.max(0, at - 1), at)) && /[^^]\^"(?=\s|$)/.test(text.slice(at + 2));
}

/** Collects words piece by piece, and notes without duplicates. */
export class WordCollector {
  readonly words: string[] = [];
  private readonly seen = new Set<string>();
  private word: string | null = null;

  add(text: string): void {
    this.word = (this.word ?? '') + text;
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
      this.words.push(this.word);
      this.word = null;
    }
  }

  /** Removes and returns the current word, which, for a redirection, is the number before it. */
  drop(): string {
    const word = this.word ?? '';
    this.word = null;
    return word;
  }

  note(sentence: string): void {
    this.seen.add(sentence);
  }

  done(): ShellReading {
    this.end();
    return { ok: true, words: this.words, notes: [...this.seen] };
  }
}

export const ENDED_EARLY = 'Only the first command was read; what follows it was left out.';
