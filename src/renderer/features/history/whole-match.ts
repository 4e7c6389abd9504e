import type { HistoryMatch } from '@shared/history/history';

/** A search finds single words; if the whole typed text is found in one place, all of it is marked: `slow.example`. */
export function wholeMatch(match: HistoryMatch, typed: string): HistoryMatch {
  const wanted = typed.trim().replace(/\s+/g, ' ').toLowerCase();
  const text = match.before + match.match + match.after;
  const lower = text.toLowerCase();
  // Letters whose lower case is longer would shift the offsets after them.
  if (lower.length !== text.length) return match;
  const end = match.before.length + match.match.length;
  // The text before the match may have been cut off, so that it contains only the end of the typed text.
  const isCut = match.before.startsWith('…') && wanted.endsWith(lower.slice(1, end));
  const from = isCut ? 1 : lower.lastIndexOf(wanted, match.before.length);
  const to = isCut ? end : from + wanted.length;
  if (from < 0 || to < end) return match;
  return { ...match, before: text.slice(0, from), match: text.slice(from, to), after: text.slice(to) };
}
