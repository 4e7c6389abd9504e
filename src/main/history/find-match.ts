import type { HistoryMatch } from '@shared/history/history';
import { SEARCHED_BYTES } from './indexed-words';
import type { KeptExchange } from './record';
import { idsOf, isWordBreak, parseSearch, withoutIds, wordsOf } from './search-words';

/** Characters shown before and after a match; a line in the list has no room for more. */
const BEFORE = 14;
const AFTER = 40;
/** A match that ends this close to the start of its value is shown with everything before it. */
const WHOLE_VALUE = 24;

/** Names of fields whose value tells one customer or one order from all others. */
const IDENTIFYING =
  /^(?:id|e-?mail(?:_address)?|external_id(?:entifier)?|order(?:_?(?:id|number))?|account_number)$/i;
/** How much of the text around it a match is, nearest first. */
const FORMS = ['whole value', 'whole words', 'beginning'] as const;
/** In fields of any other kind, each form ranks after that of a field that identifies. */
const RANK_OF_WORDS = FORMS.length * 2;
/** A short beginning may occur thousands of times in a body. */
const MAX_COMPARED = 200;

/**
 * Finds what was typed in an exchange: in the note, or else where it comes nearest, in the answer rather than in the
 * request; if it does not occur as typed, the first of its words. Null if these do not occur as typed either, for
 * example because they were typed without an accent.
 */
export function findMatch(
  text: string,
  note: string,
  { record, requestBody, responseBody }: KeptExchange,
): HistoryMatch | null {
  // A UUID is matched as a whole, because its parts may occur anywhere.
  const { whole, beginnings } = parseSearch(withoutIds(text));
  const words = [...idsOf(text), ...beginnings, ...whole];
  const headers = [...record.request.headers, ...(record.response?.headers ?? [])];
  const places: Place[] = [
    () => ['note', note],
    () => [null, bodyText(responseBody)],
    () => [null, bodyText(requestBody)],
    ...headers.map(
      ([name, value]) =>
        () =>
          [name.toLowerCase(), value] as const,
    ),
  ];
  // An email address is several words, and one of them may occur earlier on its own.
  return asTyped(text.trim().toLowerCase(), places) ?? firstOf(words, places);
}

type Place = () => readonly [label: string | null, text: string];

/** A note is shown before anything else that matches, but does not make the exchange rank any lower. */
function asTyped(typed: string, places: readonly Place[]): HistoryMatch | null {
  if (typed === '') return null;
  const found = places.flatMap((place) => nearest(typed, place) ?? []);
  const rank = Math.min(...found.map((match) => match.rank));
  const shown = found.find((match) => match.label === 'note' || match.rank === rank);
  return shown ? { ...shown, rank } : null;
}

/** The nearest of the places where a text has what was typed. */
function nearest(typed: string, place: Place): HistoryMatch | null {
  const [label, searched] = place();
  const lower = searched.toLowerCase();
  if (lower.length !== searched.length) return null;
  let best: { readonly at: number; readonly rank: number } | null = null;
  let at = wordAt(lower, typed);
  for (let compared = 0; at >= 0 && compared < MAX_COMPARED && best?.rank !== 0; compared += 1) {
    const rank = rankOf(searched, at, typed.length, label);
    if (best === null || rank < best.rank) best = { at, rank };
    at = wordAt(lower, typed, at + 1);
  }
  return best && cut(searched, best.at, typed.length, label, best.rank);
}

function rankOf(text: string, at: number, length: number, label: string | null): number {
  const end = at + length;
  const after = text.slice(end, end + 1);
  const continues = wordsOf(after).length > 0 && !isWordBreak(text.slice(end - 1, end), after);
  const isWhole =
    label === null
      ? text[at - 1] === '"' && after === '"' && !/^"\s*:/.test(text.slice(end, end + 8))
      : length === text.length;
  const form: (typeof FORMS)[number] = isWhole ? 'whole value' : continues ? 'beginning' : 'whole words';
  const name = label ?? nameBefore(text, text.lastIndexOf('"', at) + 1);
  return FORMS.indexOf(form) * 2 + (name !== null && IDENTIFYING.test(name) ? 0 : 1);
}

function firstOf(words: readonly string[], places: readonly Place[]): HistoryMatch | null {
  for (const place of places) {
    const [label, searched] = place();
    const lower = searched.toLowerCase();
    // Letters that get longer in lower case would shift the positions after them.
    if (lower.length !== searched.length) continue;
    const at = words.map((word) => ({ at: wordAt(lower, word), word })).find((found) => found.at >= 0);
    if (at !== undefined) return cut(searched, at.at, at.word.length, label, RANK_OF_WORDS);
  }
  return null;
}

function bodyText(body: Buffer | null): string {
  return body?.toString('utf8', 0, SEARCHED_BYTES) ?? '';
}

/** The position where a word of the text begins with `word`, or -1. */
function wordAt(lower: string, word: string, from = 0): number {
  for (let at = lower.indexOf(word, from); at >= 0; at = lower.indexOf(word, at + 1)) {
    const before = lower.slice(at - 1, at);
    if (at === 0 || wordsOf(before).length === 0 || isWordBreak(before, lower.slice(at, at + 1))) return at;
  }
  return -1;
}

function cut(text: string, at: number, length: number, label: string | null, rank: number): HistoryMatch {
  const value = valueAround(text, at);
  const from = at - value.start <= WHOLE_VALUE - length ? value.start : Math.max(value.start, at - BEFORE);
  const to = Math.min(value.end, at + length + AFTER);
  return {
    label: label ?? value.name,
    before: (from > value.start ? '…' : '') + oneLine(text.slice(from, at)),
    match: text.slice(at, at + length),
    after: oneLine(text.slice(at + length, to)) + (to < value.end ? '…' : ''),
    rank,
  };
}

/** The JSON string around a position and the name of its field; in other texts, the line. */
function valueAround(text: string, at: number): { start: number; end: number; name: string | null } {
  const start = text.lastIndexOf('"', at) + 1;
  const end = text.indexOf('"', at);
  const line = { start: text.lastIndexOf('\n', at) + 1, end: text.indexOf('\n', at) };
  if (start <= line.start || end < 0)
    return { start: line.start, end: line.end < 0 ? text.length : line.end, name: null };
  return { start, end, name: nameBefore(text, start) };
}

/** The name of the JSON field whose string begins at a position. */
function nameBefore(text: string, start: number): string | null {
  return /"([^"\\]{1,40})"\s*:\s*"$/.exec(text.slice(Math.max(0, start - 60), start))?.[1] ?? null;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
