import { HIDDEN_DIGIT } from './card-digit-groups';
import { cardDataNextTo } from './card-context';
import { destinationHeaderName } from '../vault-forward/request';
import { ESCAPED_DIGIT, plainDigits } from './plain-digits';
import { codeNameOf, mayNameCodes } from './security-code-names';

/**
 * Security codes of cards (CVV, CVC, …) entered as such in a text. They are never kept, not even encrypted (PCI DSS
 * 3.3.1): they are masked in everything that is kept, and must be entered again to send it again.
 */
export interface SecurityCode {
  /** The name of its field, as written. */
  readonly name: string;
  /** UTF-16 offsets of the digits, or of the mask including the quotes added for it. */
  readonly offset: number;
  readonly length: number;
  /** The digits; for a masked code only their number matters. */
  readonly code: string;
}

export interface MaskedText {
  readonly text: string;
  /** Positions in the masked text, in order; empty if nothing was masked. */
  readonly masked: readonly Omit<SecurityCode, 'code'>[];
}

/** The text before and after a piece of a text. */
export type Around = () => readonly [before: string, behind: string];

/** Follows the mask of a number in JSON: the number becomes a string, and a number again in `putSecurityCodes`. */
const NUMBER_SUFFIX = ' (number)';

const DIGITS = `(?:\\d|${ESCAPED_DIGIT}){3,4}`;
const MASK = `${HIDDEN_DIGIT}{3,4}(?: \\(number\\))?`;
/** An object or a list around the value: `"cvv": { "value": "123" }`, `"cvv": ["123"]`. */
const WRAPPED = '(?:\\{\\s*\\2"[\\w$-]{1,60}\\2"\\s*:\\s*)?(?:\\[\\s*)?';
/** Limited, because a search without a limit would take the square of a long row's length. */
const BACKSLASHES = '\\\\{0,31}';
const JSON_NAME = `(${BACKSLASHES})"((?:[^"\\\\<>=\\n]|\\\\u[0-9a-fA-F]{4}){2,80})\\2"\\s*:\\s*${WRAPPED}`;

/** The forms in which a value may be written, and what every text with that form contains: most texts do not. */
interface Forms {
  readonly trace: RegExp;
  /** Each has the groups `before`, `quote` (backslashes before a quote), `name`, `value`. */
  readonly patterns: readonly RegExp[];
  /** The same for text in URL or form encoding. */
  readonly encoded: readonly RegExp[];
}

function formsOf(value: string, trace: RegExp): Forms {
  const patterns = [
    // JSON, also within a JSON string.
    `(${JSON_NAME}\\2"\\s*)(${value})(?=\\s*\\2")`,
    `(${JSON_NAME})(${value})(?=\\s*(?:[,}\\]]|$))`,
    // An XML element.
    `(<(?:[\\w.-]{1,60}:)?()([\\w.-]{2,60})(?:\\s[^<>]{0,200})?>\\s*(?:<!\\[CDATA\\[\\s*)?)(${value})(?=\\s*(?:\\]\\]>\\s*)?<\\\\*/)`,
    // Forms, queries, attributes, plain text.
    `((?<![\\w%.\\][-])()([A-Za-z][\\w%.\\][-]{1,80})["'\`]?\\s*[:=\uff1a]\\s*(?:${BACKSLASHES}["'\`]\\s*)?)(${value})(?=\\\\*["'\`\\s&;,}\\])<#]|$)`,
    `(\\b()(cvv2?|cvc2?|cvn2?|security[ -]code)(?:(?:\\s+is)?[\\s:=#\uff1a]{1,3}|\\s?[-\u2013\u2014]\\s))(${value})(?![\\w%]|[.-]\\w)`,
    // A part of a multipart form.
    `(\\bname="?()([^"\\r\\n;]{2,60})"?\\r?\\n(?:[\\w-]{1,60}:[^\\r\\n]{0,200}\\r?\\n){0,5}\\r?\\n\\s*)(${value})(?=\\s*(?:\\r?\\n|$))`,
  ];
  const quote = '%2[27]';
  const name = '(?:[\\w.-]|%5[BD])';
  const encoded = [
    // JSON.
    `(${quote}()(${name}{2,80})${quote}(?:%20|\\+)*%3A(?:%20|\\+)*(?:${quote})?)(${value})(?=%2[027C]|%[57]D|["'\\s&+]|$)`,
    // A form.
    `((?:%26|%3F|(?<![\\w%.-]))()([A-Za-z]${name}{1,80})%3D)(${value})(?=%2[0236]|["'\\s&;,})<#]|$)`,
  ];
  const toPattern = (source: string): RegExp => new RegExp(source, 'gi');
  return { trace, patterns: patterns.map(toPattern), encoded: encoded.map(toPattern) };
}

const CODES = formsOf(DIGITS, /\d{3}|u003\d|%3\d|&#|[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/i);
const MASKS = formsOf(MASK, new RegExp(`${HIDDEN_DIGIT}{3}`));

interface Match {
  readonly name: string;
  readonly offset: number;
  readonly value: string;
  readonly quote: string;
  /** True for a bare JSON number, which needs quotes when it is masked. */
  readonly bare: boolean;
}

function matches(text: string, { trace, patterns, encoded }: Forms): Match[] {
  if (!trace.test(text) || !mayNameCodes(text)) return [];
  const byOffset = new Map<number, Match>();
  const forms = /%3[AD]/i.test(text) ? [...patterns, ...encoded] : patterns;
  forms.forEach((form, index) => {
    for (let match = form.exec(text); match !== null; match = form.exec(text)) {
      const [, before = '', quote = '', name = '', found = ''] = match;
      if (codeNameOf(name) === null) {
        // What matched as a name may contain the field that matters: `"card": { "cvv": "123" }`.
        form.lastIndex = match.index + 1;
        continue;
      }
      const offset = match.index + before.length;
      if (!byOffset.has(offset)) {
        byOffset.set(offset, { name, offset, value: found, quote: `${quote}"`, bare: index === 1 });
      }
    }
  });
  return [...byOffset.values()].sort((one, other) => one.offset - other.offset);
}

/** Literal codes of three or four digits in fields whose names say so. Placeholders and empty values do not count. */
export function findSecurityCodes(text: string): SecurityCode[] {
  return codesIn(text).map(({ name, offset, value }) => ({
    name,
    offset,
    length: value.length,
    code: digitsOf(value),
  }));
}

function codesIn(text: string, around: Around = () => ['', '']): Match[] {
  const found = matches(text, CODES);
  const likely = found.filter(({ name }) => codeNameOf(name) !== 'certain');
  if (likely.length === 0) return found;
  const [before, behind] = around();
  const places = likely.map(({ offset }) => before.length + offset);
  const isNextToCard = cardDataNextTo(before + text + behind, places);
  const others = new Set(likely.filter((_match, index) => isNextToCard[index] !== true));
  return found.filter((match) => !others.has(match));
}

function digitsOf(value: string): string {
  return plainDigits(value).text;
}

/**
 * The text with every code masked; `"cvv": 123` stays JSON and becomes `"cvv": "••• (number)"`.
 * @param around the text around a piece: card data there also gives away a code.
 */
export function maskSecurityCodes(text: string, around?: Around): MaskedText {
  const pieces: string[] = [];
  const masked: Omit<SecurityCode, 'code'>[] = [];
  let done = 0;
  let length = 0;
  const add = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const { name, offset, value, quote, bare } of codesIn(text, around)) {
    add(text.slice(done, offset));
    const hidden = HIDDEN_DIGIT.repeat(digitsOf(value).length);
    const mask = bare ? quote + hidden + NUMBER_SUFFIX + quote : hidden;
    masked.push({ name, offset: length, length: mask.length });
    add(mask);
    done = offset + value.length;
  }
  add(text.slice(done));
  return { text: pieces.join(''), masked };
}

/** The places where `maskSecurityCodes` left a mask: such a text must not be sent. */
export function findMaskedCodes(text: string): SecurityCode[] {
  return matches(text, MASKS).map(({ name, offset, value, quote }) => {
    if (!value.endsWith(NUMBER_SUFFIX)) return { name, offset, length: value.length, code: value };
    const length = value.length + 2 * quote.length;
    return { name, offset: offset - quote.length, length, code: value.slice(0, -NUMBER_SUFFIX.length) };
  });
}

/** True for text that a person may enter as a code. */
export function isSecurityCode(text: string): boolean {
  return /^\d{3,4}$/.test(text);
}

/**
 * Reverses `maskSecurityCodes`.
 * @param codes one for each place that `findMaskedCodes` returns, in its order.
 * @returns null if there are more or fewer codes than places, or one is not a code.
 */
export function putSecurityCodes(text: string, codes: readonly string[]): string | null {
  const places = findMaskedCodes(text);
  if (places.length !== codes.length || !codes.every(isSecurityCode)) return null;
  const pieces: string[] = [];
  let done = 0;
  places.forEach(({ offset, length }, index) => {
    pieces.push(text.slice(done, offset), codes[index] ?? '');
    done = offset + length;
  });
  pieces.push(text.slice(done));
  return pieces.join('');
}

/** True if a header or a field is named like a security code and holds one. */
export function isTypedCode({ name, value }: { readonly name: string; readonly value: string }): boolean {
  const ownName = destinationHeaderName(name).replace(/^x-/i, '');
  return isSecurityCode(value.trim()) && codeNameOf(ownName) === 'certain';
}

/** A single value, masked if it is a security code, which only the name of its field can tell. */
export function maskTypedCode(name: string, value: string): string {
  return isTypedCode({ name, value }) ? value.replace(/\d/g, HIDDEN_DIGIT) : value;
}
