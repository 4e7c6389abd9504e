import { readAnsiC } from './ansi-c-quote';
import { curlIn } from './curl-prompt';
import type { StandIns } from '@shared/import/stand-ins';
import { HereDocuments } from './here-documents';
import {
  BLANK,
  ENDED_EARLY,
  gapAt,
  gapNote,
  standInForOutput,
  WordCollector,
  type ShellReading,
} from './shell-words';

/**
 * Splits a command as POSIX shells do (XCU 2.2 and 2.3), with `$'…'` as in bash, zsh and browsers. Nothing is run:
 * commands inside the command, and variables that no line before it sets, have something that stands for them. Reading
 * stops after the first command with curl.
 */
export function posixWords(text: string, standIns: StandIns): ShellReading {
  const words = new WordCollector();
  let at = 0;
  /** Offset after the last single-quoted text. */
  let quotedTo = -1;
  const endless = { count: 0 };
  const heres = new HereDocuments();
  while (at < text.length) {
    const rest = text.slice(at, at + 2);
    const first = text.charAt(at);
    if (first === '\\') {
      const end = endOfContinuedLine(text, at, words.inWord);
      if (end !== null) {
        at = end;
      } else {
        words.add(text.charAt(at + 1));
        at += 2;
      }
    } else if (first === "'") {
      const end = text.indexOf("'", at + 1);
      if (end === -1) return unclosed("'");
      if (at === quotedTo) words.note(DOUBLED_QUOTE);
      words.add(text.slice(at + 1, end));
      at = end + 1;
      quotedTo = at;
    } else if (rest === "$'") {
      const quote = readAnsiC(text, at + 2);
      if (quote === null) return unclosed("$'");
      if (quote.notUtf8)
        words.note('A quoted string holds bytes that are not UTF-8; they were read as Latin-1.');
      words.add(quote.text);
      at = quote.end;
    } else if (first === '"' || rest === '$"') {
      const end = readExpanded(text, at + (first === '"' ? 1 : 2), '"', words, standIns, endless);
      if (end === null) return unclosed('"');
      at = end;
    } else if (rest === '$(' || first === '`') {
      const end = readSubstitution(text, at, words, standIns);
      if (end === null) return unclosed(first === '`' ? first : rest);
      at = end;
    } else if (BLANK.test(first)) {
      words.end();
      at += 1;
    } else if (first === '#' && !words.inWord) {
      const lineEnd = text.indexOf('\n', at);
      at = lineEnd === -1 ? text.length : lineEnd;
    } else if (gapAt(text, at) !== null) {
      const gap = gapAt(text, at) ?? '';
      words.note(gapNote(gap));
      words.add(gap);
      at += gap.length;
    } else if (text.startsWith('<<<', at)) {
      beginRedirection(words);
      words.expectInput();
      at += 3;
    } else if (heres.open(text, at)) {
      beginRedirection(words);
      at = heres.end;
    } else if (first === '>' || first === '<') {
      at = skipRedirection(text, at, words);
    } else if (/[\n\r;&|()]/.test(first)) {
      words.end();
      at += 1;
      const isRead = curlIn(words.words) !== -1;
      const isLineEnd = /[\n\r]/.test(first);
      const lines = isLineEnd || isRead ? text.indexOf('\n', at - 1) + 1 : 0;
      if (lines > 0) {
        const here = heres.take(text, lines);
        if (here.unclosed !== null) return unclosed(here.unclosed);
        if (here.input !== null)
          words.input = here.expands ? expanded(here.input, words, standIns, endless) : here.input;
        if (isLineEnd) at = here.end;
      }
      if (words.words.length > 0) {
        const others = text.slice(at).trim() !== '';
        if (!others || isRead) {
          if (others) words.note(ENDED_EARLY);
          break;
        }
        if (first === '|' && words.words.join(' ') === 'cat') words.words.length = 0;
        else {
          words.leaveCommand();
          heres.leave();
        }
      }
    } else {
      at = addCharacter(text, at, words, standIns);
    }
  }
  return words.done();
}

/** A backslash at the end of a line, or between words before blanks, which a page may put there and nobody means. */
function endOfContinuedLine(text: string, at: number, inWord: boolean): number | null {
  const lineEnd = inWord ? /\\\r?\n/y : /\\[ \t\u00a0\u202f]*\r?\n/y;
  lineEnd.lastIndex = at;
  return lineEnd.test(text) ? lineEnd.lastIndex : null;
}

const DOUBLED_QUOTE =
  "Two quotes inside of a quoted text ('') were read as bash reads them, as nothing. PowerShell makes one quote of them: write curl.exe for it.";

/** The end of each is searched for in all of the rest: after as many, a command was not written for this shell. */
const MAX_ENDLESS = 100;

/** @param quote what ends it; empty for a text that ends with its last character. */
function readExpanded(
  text: string,
  start: number,
  quote: '"' | '',
  words: WordCollector,
  standIns: StandIns,
  endless: { count: number },
): number | null {
  words.begin();
  let at = start;
  for (;;) {
    const first = text.charAt(at);
    if (first === '') return quote === '' ? at : null;
    if (first === quote) return at + 1;
    const next = text.charAt(at + 1);
    if (first === '\\' && next !== '' && `$\`\\\n${quote}`.includes(next)) {
      words.add(next === '\n' ? '' : next);
      at += 2;
    } else if (first === '`' || (first === '$' && next === '(')) {
      const end = endless.count < MAX_ENDLESS ? readSubstitution(text, at, words, standIns) : null;
      // An unclosed quote is literal: the command was written for another shell.
      if (end === null) {
        endless.count += 1;
        words.add(first);
      }
      at = end ?? at + 1;
    } else {
      at = addCharacter(text, at, words, standIns);
    }
  }
}

/** A variable or a parameter of the shell, and any value that is put beside it: `${NAME:-value}`. */
const EXPANSION =
  /\$(?:([A-Za-z_]\w*|[0-9@*#?$!-])|\{([#!]?)(\w+|[@*#?$!-])((?:[:\-+=?%#/^,@[](?:[^{}\r\n]|\$\{[^{}\r\n]{0,200}\}){0,300})?)\})/y;

/** Quoted text, which may contain any parenthesis, and parentheses. */
const NESTED = /\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|[()]/g;

/** Takes `$(…)` or a text in backticks; returns the offset after it, or null when it has no end. */
function readSubstitution(text: string, at: number, words: WordCollector, standIns: StandIns): number | null {
  const end = text.charAt(at) === '`' ? endOfBackticks(text, at) : endOfParentheses(text, at + 1);
  if (end === null) return null;
  words.add(standInForOutput(standIns, text.slice(at, end), words.dollars));
  return end;
}

function endOfBackticks(text: string, at: number): number | null {
  const quoted = /`(?:\\[^]|[^`\\])*`/y;
  quoted.lastIndex = at;
  return quoted.test(text) ? quoted.lastIndex : null;
}

function endOfParentheses(text: string, at: number): number | null {
  const nested = new RegExp(NESTED);
  nested.lastIndex = at;
  let depth = 0;
  for (let found = nested.exec(text); found !== null; found = nested.exec(text)) {
    if (found[0] === '(') depth += 1;
    else if (found[0] === ')') depth -= 1;
    if (depth === 0) return nested.lastIndex;
  }
  return null;
}

/** Takes a character, or the variable that begins there; returns the offset after it. */
function addCharacter(text: string, at: number, words: WordCollector, standIns: StandIns): number {
  const first = text.charAt(at);
  EXPANSION.lastIndex = at;
  const found = first === '$' ? EXPANSION.exec(text) : null;
  if (found === null) {
    words.add(first);
    return at + 1;
  }
  const [whole, bare, before = '', braced = '', beside = ''] = found;
  const name = bare ?? braced;
  const isPlain = before === '' && beside === '';
  const value = isPlain ? words.variables.get(name) : undefined;
  if (value !== undefined) {
    words.add(value);
    return at + whole.length;
  }
  const shown = isPlain ? `$${name}` : `\${${before}${name}…}`;
  words.add(standIns.putValue(isPlain ? shown : whole, name, shown, words.dollars));
  return at + whole.length;
}

/** The number before a redirection belongs to it; any other word ends there. */
function beginRedirection(words: WordCollector): void {
  const before = words.drop();
  if (/^\d*$/.test(before)) return;
  words.add(before);
  words.end();
}

/** `2>&1`, `>file`, `< file`: redirections are not part of the request. */
function skipRedirection(text: string, start: number, words: WordCollector): number {
  beginRedirection(words);
  if (text.charAt(start) === '<') {
    words.note('Input from a file (<) cannot be read here.');
  }
  const target = /^[<>]{1,3}&?[ \t]*[^\s;&|<>()]*/.exec(text.slice(start));
  return start + (target?.[0].length ?? 1);
}

function expanded(
  lines: string,
  { variables }: WordCollector,
  standIns: StandIns,
  endless: { count: number },
): string {
  const words = new WordCollector(variables);
  readExpanded(lines, 0, '', words, standIns, endless);
  words.end();
  return words.words.join('');
}

function unclosed(quote: string): ShellReading {
  return {
    ok: false,
    reason: `A quoted text that begins with ${quote} is not closed: a part of the command is missing.`,
  };
}
