import type { StandIns } from '@shared/import/stand-ins';
import {
  BLANK,
  cmdVariableAt,
  dollarsOf,
  ENDED_EARLY,
  gapAt,
  gapNote,
  WordCollector,
  type ShellReading,
} from './shell-words';

/**
 * Splits a command as Windows does, in two steps: cmd.exe removes carets and finds the end of the command, then the
 * program splits the rest into words by the rules of the Microsoft C runtime.
 */
export function cmdWords(text: string, standIns: StandIns): ShellReading {
  const words = new WordCollector();
  const { line, endedEarly } = withoutCarets(text, words, standIns);
  if (endedEarly) {
    words.note(ENDED_EARLY);
  }
  splitByRuntime(line, words);
  return words.done();
}

function withoutCarets(
  text: string,
  words: WordCollector,
  standIns: StandIns,
): { line: string; endedEarly: boolean } {
  const pieces: string[] = [];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const first = text.charAt(at);
    const variable = first === '%' ? cmdVariableAt(text, at) : null;
    if (variable !== null) {
      const { name, length } = variable;
      // What is around its name says which part of its value it is.
      const whole = text.slice(at, at + length);
      pieces.push(standIns.putValue(whole, name, whole, dollarsOf(pieces)));
      at += length - 1;
    } else if (first === '"') {
      quoted = !quoted;
      pieces.push(first);
    } else if (first === '^' && !quoted) {
      at += 1;
      // A caret at the end of a line removes the line break, and the next character is literal.
      const lineBreak = /^[ \t]*\r?\n/.exec(text.slice(at, at + 80));
      at += lineBreak?.[0].length ?? 0;
      // After such a caret, an empty line is a line break in the text.
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

/** Backslashes matter only before a quote; two quotes inside quotes stand for one. */
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
