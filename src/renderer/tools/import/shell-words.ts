/** What a shell makes of a pasted line: the words that a program would be started with. */
export interface ShellWords {
  readonly words: readonly string[];
  /** What was read differently from how the shell would run it. */
  readonly notes: readonly string[];
}

export type ShellReading =
  | ({ readonly ok: true } & ShellWords)
  | { readonly ok: false; readonly reason: string };

export type Shell = 'posix' | 'cmd' | 'powershell';

/** White space between words. No-break spaces come with commands from web pages: nobody means them outside quotes. */
export const BLANK = /[ \t\u00a0\u202f]/;

/** `<id>` in a manual: a gap to fill in, and no redirection. Null when none begins here. */
export function gapAt(text: string, at: number): string | null {
  return text.charAt(at) === '<' ? (GAP.exec(text.slice(at, at + 80))?.[0] ?? null) : null;
}

const GAP = /^<[A-Za-z][\w.-]*(?: [\w.-]+)*>/;

export function gapNote(gap: string): string {
  return `${gap} is a gap to fill in; it stays as text.`;
}

/**
 * Quoted texts and escaped marks, passed over, and the marks outside them that give a shell away. `\'` and `$'` are marks
 * of a POSIX shell: what follows them is quoted otherwise than it looks to anyone else.
 */
const SHELL_MARKS =
  /\\['"\\]|\$'|@['"][ \t]*\r?\n|'[^']*'|"[^"\\]*(?:\\[^][^"\\]*)*"|\^"|\^[ \t]*\r?\n|`[ \t]*\r?\n|\\[ \t]*\r?\n/g;

/** A line of PowerShell before the command that gives a variable its text. */
const ASSIGNMENT = /^\s*(?:PS [^\n>]{0,300}>[ \t]*)?\$(?:[A-Za-z_]\w*|\{[^}\n]+\})[ \t]*=/;

/** In a command for Windows: a quote doubled inside of quotes, and quotes as a word processor makes them. */
const POWERSHELL_QUOTES = /[^\s]''|''[^\s]|[\u2018-\u201e]/;
const CURL_EXE = /(?:^|[\s\\/&])curl\.exe\s/i;

/**
 * Which shell a command was copied for, by how it begins, continues its lines and quotes. Null where two shells would send
 * different things, and nothing tells which of them is meant.
 */
export function guessShell(text: string): Shell | null {
  // The beginning tells; a body of megabytes need not be read for it.
  const beginning = text.slice(0, 20_000);
  if (ASSIGNMENT.test(beginning)) return 'powershell';
  let hasCaret = false;
  let isQuotedForPosix = false;
  const marks = new RegExp(SHELL_MARKS);
  for (let mark = marks.exec(beginning); mark !== null; mark = marks.exec(beginning)) {
    const [found] = mark;
    if (found === '^"' && !isQuoteOfCmd(beginning, mark.index)) {
      hasCaret = true;
      // The quotation mark may begin a quoted text.
      marks.lastIndex = mark.index + 1;
    } else if (found.startsWith('^')) return 'cmd';
    else if (found.startsWith('`') || found.startsWith('@')) return 'powershell';
    else if (/^(?:\$|\\[^"\\])/.test(found)) return 'posix';
    else isQuotedForPosix ||= found.startsWith("'");
  }
  if (hasCaret && !isQuotedForPosix) return null;
  return CURL_EXE.test(beginning) && POWERSHELL_QUOTES.test(beginning) ? 'powershell' : 'posix';
}

/** `^"…^"` as a whole word: so browsers write it for cmd.exe. */
function isQuoteOfCmd(text: string, at: number): boolean {
  return /(?:^|\s)$/.test(text.slice(Math.max(0, at - 1), at)) && /[^^]\^"(?=\s|$)/.test(text.slice(at + 2));
}

/** Collects words piece by piece, and notes, each once. */
export class WordCollector {
  readonly words: string[] = [];
  private readonly seen = new Set<string>();
  private word: string | null = null;

  add(text: string): void {
    this.word = (this.word ?? '') + text;
  }

  /** Begins a word even if nothing follows: `''` is one. */
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

  /** Takes the word that is being read away, as a redirection does with the number before it. */
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
