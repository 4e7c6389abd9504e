import { parseUrl } from '../http/parse-url';

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
/** Tags that only affect how their words look. */
const LOOKS = [
  ...[
    'a',
    'b',
    'blockquote',
    'br',
    'code',
    'dd',
    'div',
    'dl',
    'dt',
    'em',
    'h[1-6]',
    'hr',
    'i',
    'li',
    'ol',
    'p',
  ],
  ...['pre', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'u', 'ul'],
];
const TAG = new RegExp(`</?(?:${LOOKS.join('|')})(?:\\s[^<>]*)?/?>`, 'gi');
/** Tags that begin a new line. */
const LINE = /<\/?(?:blockquote|br|dd|div|dt|h[1-6]|hr|li|ol|p|pre|table|tr|ul)\b[^<>]*>/gi;

/** Decodes `&amp;` and the other entities that a text needs; any other stays as written. */
export function decodeEntity(written: string): string {
  const name = written.slice(1, -1);
  if (!name.startsWith('#')) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? written) : written;
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : written;
}

/** The text without its tags; a tag that does more than style its words stays as text. */
export function withoutTags(written: string): string {
  return written
    .replace(LINE, '\n\n')
    .replace(TAG, '')
    .replace(/&#?\w{1,10};/g, decodeEntity)
    .trim();
}

/** The address to open; null if it is not https. */
export function asHttpsLink(address: string): string | null {
  const url = parseUrl(address);
  return url?.protocol === 'https:' && url.host !== '' && url.username === '' ? url.href : null;
}
