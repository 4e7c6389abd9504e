/** What a shell makes of a pasted line: the words that a program would be started with. */
export interface ShellWords {
  readonly words: readonly string[];
  /** What was read differently from how the shell would run it. */
  readonly notes: readonly string[];
}

export type ShellReading =
  ({ readonly ok: true } & ShellWords) | { readonly ok: false; readonly reason: string };

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

/** Which shell a command was copied for, by how it continues its lines and quotes. */
export function guessShell(text: string): Shell {
  // The beginning tells; a body of megabytes need not be read for it.
  for (const [found] of text.slice(0, 20_000).matchAll(SHELL_MARKS)) {
    if (found.startsWith('^')) return 'cmd';
    if (found.startsWith('`') || found.startsWith('@')) return 'powershell';
    if (/^(?:\$|\\[^"\\])/.test(found)) return 'posix';
  }
  return 'posix';
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
