import type { HistoryMatch } from '@shared/history/history';
import { SEARCHED_BYTES } from './indexed-words';
import type { KeptExchange } from './record';
import { idsOf, isWordBreak, parseSearch, withoutIds, wordsOf } from './search-words';

/** Characters shown before and after a match; a line in the list has no room for more. */
const BEFORE = 14;
const AFTER = 40;
/** A match that ends this close to the start of its value is shown with everything before it. */
const WHOLE_VALUE = 24;

/**
 * Finds the words of a search in an exchange, in the most helpful place first: the note, the bodies, then the request
 * itself. Null if they do not occur as typed, for example because they were typed without an accent.
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
  const asTyped = text.trim().toLowerCase();
  return (words.length > 1 ? firstOf([asTyped], places) : null) ?? firstOf(words, places);
}

type Place = () => readonly [label: string | null, text: string];

function firstOf(words: readonly string[], places: readonly Place[]): HistoryMatch | null {
  for (const place of places) {
    const [label, searched] = place();
    const lower = searched.toLowerCase();
    // Letters that get longer in lower case would shift the positions after them.
    if (lower.length !== searched.length) continue;
    const at = words.map((word) => ({ at: wordAt(lower, word), word })).find((found) => found.at >= 0);
    if (at !== undefined) return cut(searched, at.at, at.word.length, label);
  }
  return null;
}

function bodyText(body: Buffer | null): string {
  return body?.toString('utf8', 0, SEARCHED_BYTES) ?? '';
}

/** The position where a word of the text begins with `word`, or -1. */
function wordAt(lower: string, word: string): number {
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    const before = lower.slice(at - 1, at);
    if (at === 0 || wordsOf(before).length === 0 || isWordBreak(before, lower.slice(at, at + 1))) return at;
  }
  return -1;
}

function cut(text: string, at: number, length: number, label: string | null): HistoryMatch {
  const value = valueAround(text, at);
  const from = at - value.start <= WHOLE_VALUE - length ? value.start : Math.max(value.start, at - BEFORE);
  const to = Math.min(value.end, at + length + AFTER);
  return {
    label: label ?? value.name,
    before: (from > value.start ? '…' : '') + oneLine(text.slice(from, at)),
    match: text.slice(at, at + length),
    after: oneLine(text.slice(at + length, to)) + (to < value.end ? '…' : ''),
  };
}

/** The JSON string around a position and the name of its field; in other texts, the line. */
function valueAround(text: string, at: number): { start: number; end: number; name: string | null } {
  const start = text.lastIndexOf('"', at) + 1;
  const end = text.indexOf('"', at);
  const line = { start: text.lastIndexOf('\n', at) + 1, end: text.indexOf('\n', at) };
  if (start <= line.start || end < 0)
    return { start: line.start, end: line.end < 0 ? text.length : line.end, name: null };
  const name = /"([^"\\]{1,40})"\s*:\s*"$/.exec(text.slice(Math.max(0, start - 60), start))?.[1];
  return { start, end, name: name ?? null };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
