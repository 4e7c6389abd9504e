import { atOnce } from '../at-once';
import { digitGroups, HIDDEN_DIGIT, type DigitGroup } from './card-digit-groups';
import { cardNetwork, isTestCardNumber } from './card-networks';
import { digitOf, plainDigits } from './plain-digits';
import { quoteMaskedNumbers } from './quote-masked-numbers';

/** A card number in a text, without the number itself. */
export interface CardNumberFind {
  /** In UTF-16 units, as in strings. */
  readonly offset: number;
  readonly length: number;
  /** From 1; a line ends with a line feed. */
  readonly line: number;
  readonly column: number;
  /** First six and last four digits, separators kept. */
  readonly masked: string;
  /** Null if no card network is known for these digits and this length: it may be another kind of number. */
  readonly network: string | null;
  /** True for a number that payment services publish for tests. */
  readonly testNumber: boolean;
}

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/** Order of preference if several lengths fit. */
const LIKELY_LENGTHS = [16, 15, 14, 19, 18, 17, 13] as const;

interface DigitRun {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  readonly network: string | null;
}

/**
 * Finds card numbers in any text: runs of 13 to 19 digits with a valid check digit (Luhn), also separated by spaces
 * or dashes, and with digits as JSON or a URL may encode them (`plainDigits`), but never inside a longer run of
 * digits. Skips what looks like something else: UUIDs and long hexadecimal ids, decimal fractions, times as a number,
 * one digit repeated. Linear in the length of the text.
 */
export function findCardNumbers(text: string): CardNumberFind[] {
  return atOnce(findCardNumbersInParts(text));
}

/** How many are found between two pauses. */
const STEP = 500;

/** Like `findCardNumbers`, with pauses. */
export function* findCardNumbersInParts(text: string): Generator<void, CardNumberFind[]> {
  let line = 1;
  let lineStart = 0;
  let lineEnd = endOfLine(text, 0);
  const found: CardNumberFind[] = [];
  for (const { start, end, digits, network } of yield* findRuns(text)) {
    if (found.length % STEP === 0) yield;
    for (; lineEnd < start; lineEnd = endOfLine(text, lineStart)) {
      line += 1;
      lineStart = lineEnd + 1;
    }
    found.push({
      offset: start,
      length: end - start,
      line,
      column: start - lineStart + 1,
      masked: maskRun(text.slice(start, end)),
      network,
      testNumber: isTestCardNumber(digits),
    });
  }
  return found;
}

function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found === -1 ? Infinity : found;
}

/**
 * The text with every card number found by `findCardNumbers` masked to its first six and last four digits. JSON stays
 * JSON: a number becomes a string.
 */
export function maskCardNumbers(text: string): string {
  const hidden = hideCardDigits(text);
  return hidden === text ? text : quoteMaskedNumbers()(hidden);
}

/** The same without regard to JSON, for a piece of a text (`quoteMaskedNumbers`). */
export function hideCardDigits(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of atOnce(findRuns(text))) {
    // It is part of what was hidden after the previous number.
    if (start < done) continue;
    const rest = trackRest(text, end);
    pieces.push(text.slice(done, start), maskRun(text.slice(start, end)), rest.replace(TRACK_DIGITS, hidden));
    done = end + rest.length;
  }
  return done === 0 ? text : pieces.join('') + text.slice(done);
}

/**
 * What follows the number on a magnetic stripe, or in a chip's equivalent of it: expiry, service code and
 * verification values.
 */
const TRACK_REST = /(?:=|D|%3D|\\+u003d|(?:\^|%5E)[^"\n^?;]{2,60}?(?:\^|%5E))\d{7,}/iy;
const TRACK_DIGITS = /\d{7,}$/;

function trackRest(text: string, end: number): string {
  TRACK_REST.lastIndex = end;
  return TRACK_REST.exec(text)?.[0] ?? '';
}

function hidden(digits: string): string {
  return HIDDEN_DIGIT.repeat(digits.length);
}

/** Luhn's check digit (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function maskRun(run: string): string {
  // The digits of an encoded separator do not count.
  const pieces = run.match(/&#?\w{2,8};|%(?:25)*[0-9a-f]{2}|\\+u[0-9a-f]{4}|[^]/gi) ?? [];
  const count = pieces.filter((piece) => digitOf(piece) !== null).length;
  let place = 0;
  return pieces
    .map((piece) => {
      const digit = digitOf(piece);
      if (digit === null) return piece;
      place += 1;
      return place > 6 && place <= count - 4 ? HIDDEN_DIGIT : digit;
    })
    .join('');
}

function* findRuns(text: string): Generator<void, DigitRun[]> {
  const plain = plainDigits(text);
  const runs: DigitRun[] = [];
  for (const groups of digitGroups(plain.text)) {
    if (groups.length === 0) yield;
    // Pushed one by one, because there may be more than a call can have arguments.
    for (const run of runsOf(plain.text, groups)) runs.push(run);
  }
  return plain.text === text
    ? runs
    : runs.map((run) => ({ ...run, start: plain.written(run.start), end: plain.written(run.end) }));
}

/**
 * The card numbers in one row of groups: those of a known network anywhere in it, and what is left between them if
 * that as a whole is a card number.
 */
function runsOf(text: string, groups: readonly DigitGroup[]): DigitRun[] {
  const found: DigitRun[] = [];
  let left: DigitGroup[] = [];
  const closeGap = (): void => {
    const whole = wholeRun(text, left);
    if (whole !== null) found.push(whole);
    left = [];
  };
  for (let index = 0; index < groups.length;) {
    const run = runOfKnownNetwork(text, groups, index);
    if (run === null) {
      const group = groups[index];
      if (group) left.push(group);
      index += 1;
      continue;
    }
    closeGap();
    found.push(run);
    while (index < groups.length && (groups[index]?.start ?? 0) < run.end) index += 1;
  }
  closeGap();
  return found;
}

/** A number of a known network that begins with this group; groups of fewer than three digits are allowed only at its end. */
function runOfKnownNetwork(text: string, groups: readonly DigitGroup[], first: number): DigitRun | null {
  const candidates: DigitRun[] = [];
  const begin = groups[first];
  let digits = '';
  for (let last = first; begin && last < groups.length; last += 1) {
    const group = groups[last];
    if (!group || digits.length + group.end - group.start > MAX_DIGITS) break;
    digits += text.slice(group.start, group.end);
    if (digits.length >= MIN_DIGITS) {
      const network = cardNetwork(digits);
      const run = { start: begin.start, end: group.end, digits, network };
      if (network !== null && passesLuhn(digits) && !isPartOfAnother(text, run)) candidates.push(run);
    }
    if (group.end - group.start < 3) break;
  }
  const lengths: readonly number[] = LIKELY_LENGTHS;
  candidates.sort((one, other) => lengths.indexOf(one.digits.length) - lengths.indexOf(other.digits.length));
  return candidates[0] ?? null;
}

function wholeRun(text: string, groups: readonly DigitGroup[]): DigitRun | null {
  const [first, last] = [groups[0], groups.at(-1)];
  if (!first || !last || groups.length > MAX_DIGITS) return null;
  const digits = groups.map(({ start, end }) => text.slice(start, end)).join('');
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS || !passesLuhn(digits)) return null;
  const network = cardNetwork(digits);
  const run = { start: first.start, end: last.end, digits, network };
  if (isPartOfAnother(text, run) || /^(.)\1*$/.test(digits)) return null;
  return network === null && groups.length === 1 && looksLikeTime(digits) ? null : run;
}

/** Seconds since 1970 with 3, 6 or 9 more digits, from 2014 to 2036; or a date and time written as digits. */
function looksLikeTime(digits: string): boolean {
  const lead = Number(digits.slice(0, 2));
  if ([13, 16, 19].includes(digits.length) && lead >= 14 && lead <= 20) return true;
  return /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d\d*$/.test(digits);
}

/** A masked digit counts too: what is left alone now must still be left alone once the text before it is masked. */
const ANY_DIGIT = new RegExp(`[\\d${HIDDEN_DIGIT}]`);
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Hexadecimal ids are at least this long; a card number with letters around it is shorter. */
const LONG_HEX = 24;

/** True for digits that belong to a decimal fraction, a UUID or a long hexadecimal id. */
function isPartOfAnother(text: string, { start, end, network }: DigitRun): boolean {
  if (text[start - 1] === '.' && ANY_DIGIT.test(text[start - 2] ?? '')) return true;
  const edges = (text[start - 1] ?? '') + (text[end] ?? '');
  if (!/[-a-f]/i.test(edges) && !text.slice(start, end).includes('-')) return false;
  const from = Math.max(0, start - 36);
  const around = text.slice(from, end + 36);
  for (const { 0: uuid, index } of around.matchAll(UUID)) {
    if (from + index < end && from + index + uuid.length > start) return true;
  }
  // A chip encodes the data of the magnetic stripe like this.
  if (
    network !== null &&
    /^D\d{7}/i.test(text.slice(end, end + 8)) &&
    !/[\da-f]/i.test(text[start - 1] ?? '')
  )
    return false;
  // An id has nothing between its digits, so it may only contain the first or the last group of them.
  return isInLongHex(text, start) || isInLongHex(text, end - 1);
}

function isInLongHex(text: string, place: number): boolean {
  const before = /[0-9a-f]*$/i.exec(text.slice(Math.max(0, place - 36), place))?.[0] ?? '';
  const id = before + (/^[0-9a-f]*/i.exec(text.slice(place, place + 36))?.[0] ?? '');
  return id.length >= LONG_HEX && /[a-f]/i.test(id);
}
