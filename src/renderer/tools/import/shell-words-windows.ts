import type { ShellReading } from './shell-words';
import { BLANK, ENDED_EARLY, gapAt, gapNote, WordCollector } from './shell-words';

/**
 * Splits a command as Windows does, in its two steps: cmd.exe takes carets away and ends the command, then the program
 * splits what is left into words by the rules of the Microsoft C runtime.
 */
export function cmdWords(text: string): ShellReading {
  const words = new WordCollector();
  const { line, endedEarly } = withoutCarets(text, words);
  if (endedEarly) {
    words.note(ENDED_EARLY);
  }
  splitByRuntime(line, words);
  return words.done();
}

function withoutCarets(text: string, words: WordCollector): { line: string; endedEarly: boolean } {
  const pieces: string[] = [];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const first = text.charAt(at);
    if (first === '"') {
      quoted = !quoted;
      pieces.push(first);
    } else if (first === '^' && !quoted) {
      at += 1;
      // A caret at the end of a line takes the line break away, and what follows is taken as it is.
      const lineBreak = /^[ \t]*\r?\n/.exec(text.slice(at, at + 80));
      at += lineBreak?.[0].length ?? 0;
      // Behind such a caret, an empty line is a line break in the text.
      pieces.push(text.startsWith('\r\n', at) ? '\n' : text.charAt(at));
      at += text.startsWith('\r\n', at) ? 1 : 0;
    } else if (!quoted && gapAt(text, at) !== null) {
      const gap = gapAt(text, at) ?? '';
      words.note(gapNote(gap));
      pieces.push(gap);
      at += gap.length - 1;
    } else if (/[\r\n&|<>]/.test(first) && !(quoted && /[&|<>]/.test(first))) {
      if (pieces.join('').trim() !== '') {
        return { line: pieces.join(''), endedEarly: text.slice(at).trim() !== '' };
      }
    } else {
      pieces.push(first);
    }
  }
  return { line: pieces.join(''), endedEarly: false };
}

/** Backslashes count only in front of a quote; two quotes inside quotes are one. */
function splitByRuntime(line: string, words: WordCollector): void {
  let quoted = false;
  for (let at = 0; at < line.length;) {
    const backslashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    const next = line.charAt(at + backslashes);
    if (backslashes > 0) {
      words.add('\\'.repeat(next === '"' ? Math.floor(backslashes / 2) : backslashes));
      at += backslashes;
      if (next === '"' && backslashes % 2 === 1) {
        words.add('"');
        at += 1;
      }
    } else if (next === '"') {
      words.begin();
      if (quoted && line.charAt(at + 1) === '"') {
        words.add('"');
        at += 2;
      } else {
        quoted = !quoted;
        at += 1;
      }
    } else if (!quoted && BLANK.test(next)) {
      words.end();
      at += 1;
    } else {
      words.add(next);
      at += 1;
    }
  }
}

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

/** Splits a command as PowerShell does: backticks escape, quotes are doubled inside quotes. */
export function powershellWords(text: string): ShellReading {
  const words = new WordCollector();
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const first = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote !== '' && first === quote && next === quote) {
      words.add(quote);
      at += 1;
    } else if (quote !== '' && first === quote) {
      quote = '';
    } else if (first === '`' && quote !== "'") {
      const lineBreak = /^[ \t]*\r?\n/.exec(text.slice(at + 1, at + 81));
      if (lineBreak === null) words.add(BACKTICK_LETTERS[next] ?? next);
      at += lineBreak?.[0].length ?? 1;
    } else if (quote !== '') {
      if (first === '$' && quote === '"' && /[\w{(]/.test(next)) {
        words.note('Variables of PowerShell have no value here; they stay as text.');
      }
      words.add(first);
    } else if (first === '@' && HERE_STRING.test(text.slice(at, at + 80)) && !words.inWord) {
      const here = readHereString(text, at);
      if (here === null) return unclosed(`@${next}`);
      words.add(here.text);
      at = here.end - 1;
    } else if (gapAt(text, at) !== null) {
      const gap = gapAt(text, at) ?? '';
      words.note(gapNote(gap));
      words.add(gap);
      at += gap.length - 1;
    } else if (first === '"' || first === "'") {
      quote = first;
      words.begin();
    } else if (BLANK.test(first)) {
      words.end();
    } else if (/[\r\n;|&<>]/.test(first)) {
      words.end();
      if (words.words.length === 0) continue;
      if (text.slice(at + 1).trim() !== '') words.note(ENDED_EARLY);
      break;
    } else {
      words.add(first);
    }
  }
  if (quote !== '') {
    return unclosed(quote);
  }
  const reading = words.done();
  return reading.ok ? { ...reading, words: reading.words.map(withoutExtraBackslashes) } : reading;
}

/** Windows PowerShell loses quotes on the way to a program, so commands for it write each one as `\"`. */
function withoutExtraBackslashes(word: string): string {
  return word.includes('\\"') && !/(?<!\\)"/.test(word) ? word.replace(/\\"/g, '"') : word;
}

/** Its text begins on the next line. */
const HERE_STRING = /^@['"][ \t]*\r?\n/;

/** `@'`, lines as they are, and `'@` at the beginning of a line. */
function readHereString(text: string, start: number): { readonly text: string; readonly end: number } | null {
  const quote = text.charAt(start + 1);
  const begin = text.indexOf('\n', start) + 1;
  const end = text.indexOf(`\n${quote}@`, begin - 1);
  if (end === -1) return null;
  const inner = text.slice(begin, Math.max(begin, end)).replace(/\r$/, '');
  const read =
    quote === '"' ? inner.replace(/`([^])/g, (_, next: string) => BACKTICK_LETTERS[next] ?? next) : inner;
  return { text: read, end: end + 3 };
}

function unclosed(quote: string): ShellReading {
  return {
    ok: false,
    reason: `A quoted text that begins with ${quote} is not closed: a part of the command is missing.`,
  };
}
