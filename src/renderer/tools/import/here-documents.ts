interface HereDocument {
  /** The line that ends it. */
  readonly last: string;
  readonly expands: boolean;
  /** Tabs at the beginning of its lines are not part of it. */
  readonly isIndented: boolean;
  /** Whether it is for the command that is being read. */
  readonly isInput: boolean;
}

interface TakenLines {
  /** What is not closed. */
  readonly unclosed: string | null;
  readonly input: string | null;
  /** Whether the shell puts values into the input. */
  readonly expands: boolean;
  readonly end: number;
}

const HERE = /<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|(\\?)([\w.-]+))/y;

/** Inputs of POSIX shells that are written in the lines after a command: `<<EOF`. */
export class HereDocuments {
  private opened: HereDocument[] = [];
  /** Offset after the last `<<EOF`. */
  end = 0;

  /** Whether one is announced here. */
  open(text: string, at: number): boolean {
    HERE.lastIndex = at;
    const found = HERE.exec(text);
    if (found === null) return false;
    this.end = HERE.lastIndex;
    const [, dash, single, double, escape, bare] = found;
    this.opened.push({
      last: single ?? double ?? bare ?? '',
      expands: bare !== undefined && escape === '',
      isIndented: dash === '-',
      isInput: true,
    });
    return true;
  }

  /** Those announced so far are for another command. */
  leave(): void {
    this.opened = this.opened.map((here) => ({ ...here, isInput: false }));
  }

  /** Takes the lines of all of them, which begin here. Of several for one command, the last is its input. */
  take(text: string, start: number): TakenLines {
    let taken: TakenLines = { unclosed: null, input: null, expands: false, end: start };
    for (const { last, expands, isIndented, isInput } of this.opened.splice(0)) {
      const found = linesTo(last, isIndented, text, taken.end);
      if (found === null) return { ...taken, unclosed: `<<${last}` };
      taken = { ...taken, end: found.end, ...(isInput ? { input: found.lines, expands } : {}) };
    }
    return taken;
  }
}

function linesTo(
  last: string,
  isIndented: boolean,
  text: string,
  start: number,
): { readonly lines: string; readonly end: number } | null {
  const lines: string[] = [];
  for (let at = start; at < text.length;) {
    const lineEnd = text.indexOf('\n', at);
    const next = lineEnd === -1 ? text.length : lineEnd + 1;
    const line = text.slice(at, next).replace(isIndented ? /^\t+/ : '', '');
    if (line.replace(/\r?\n$/, '') === last) return { lines: lines.join(''), end: next };
    lines.push(line);
    at = next;
  }
  return null;
}
