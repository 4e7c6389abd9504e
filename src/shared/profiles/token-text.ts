/** Invisible characters that come with copied text. */
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]+/g;

/** What may come before a token, piece by piece. */
const BEFORE = /["'`\u2018-\u201f\s]+|authorization\s*[:=]|bearer(?:[\s:=]+|$)/iy;

/** A character that may follow a token. */
const AFTER = /["'`\u2018-\u201f,;\s]/;
const QUOTE = /["'`\u2018-\u201f]/;

const JWT = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

/** RFC 6750, section 2.1. */
const BEARER_TOKEN = /^[\w.~+/-]+=*$/;

/** A token as a person pasted it. */
export interface TokenText {
  readonly token: string;
  /** What was pasted along with it, in words; surrounding space is not worth mentioning. */
  readonly leftOut: readonly string[];
  /** True if it has spaces within a line: a token has none, and nobody knows which word it would be. */
  readonly hasSpaces: boolean;
  /** Why it is probably not a token, in sentences that never quote it; null if it looks fine. */
  readonly doubt: string | null;
}

/**
 * Extracts a token from pasted text: line breaks anywhere, surrounding quotes, and a leading `Authorization:` or
 * `Bearer ` are not part of it. Looks at each character only a few times, because pasted text may have any length.
 */
export function readTokenText(entered: string): TokenText {
  const visible = entered.replace(INVISIBLE, '');
  const { before, within, after } = unwrap(visible);
  const token = within.replace(/\s+/g, '');
  const gaps = within.match(/\s+/g) ?? [];
  const isWithoutBreak = (gap: string): boolean => !/[\r\n]/.test(gap);
  const isJwt = JWT.test(token);
  const hasSpaces = !isJwt && gaps.some(isWithoutBreak);
  const leftOut = [
    [visible !== entered, 'invisible characters'],
    [QUOTE.test(before + after), 'quotes'],
    [/authorization/i.test(before), 'the header’s name'],
    [/bearer/i.test(before), 'the word Bearer'],
    [!gaps.every(isWithoutBreak), 'line breaks'],
    [isJwt && gaps.some(isWithoutBreak), 'spaces'],
    [/[,;]/.test(after), 'signs after it'],
  ] as const;
  return {
    token,
    leftOut: leftOut.filter(([is]) => is).map(([, words]) => words),
    hasSpaces,
    doubt: doubtOf(token, hasSpaces),
  };
}

function unwrap(text: string): { readonly before: string; readonly within: string; readonly after: string } {
  let end = text.length;
  while (end > 0 && AFTER.test(text.charAt(end - 1))) end -= 1;
  const rest = text.slice(0, end);
  let start = 0;
  BEFORE.lastIndex = 0;
  while (BEFORE.test(rest)) start = BEFORE.lastIndex;
  return { before: rest.slice(0, start), within: rest.slice(start), after: text.slice(end) };
}

function doubtOf(token: string, hasSpaces: boolean): string | null {
  if (hasSpaces) return 'There are spaces in it, and a token has none. Paste only the token.';
  if (token === '' || BEARER_TOKEN.test(token)) return null;
  if (/^[{[]/.test(token)) return 'This looks like JSON. Paste only the value of the token in it.';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(token)) return 'This looks like an address, not a token.';
  return 'It has signs that a token usually does not have. Check that only the token was copied.';
}
