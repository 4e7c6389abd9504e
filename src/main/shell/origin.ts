import { parseUrl } from '@shared/http/parse-url';

/** The single origin of the app's pages, served by `protocol.ts`. */
export const APP_SCHEME = 'app';
const APP_ORIGIN = `${APP_SCHEME}://explorer`;
export const START_PAGE = `${APP_ORIGIN}/index.html`;

/**
 * The origin of the questions that main asks: another scheme, which only their own session serves. Neither origin can
 * read or frame the other, and each bridge accepts messages only from its own origin.
 */
export const QUESTION_SCHEME = 'app-question';
export const QUESTION_PAGE = `${QUESTION_SCHEME}://question/question/index.html`;

/** True for a URL at our own origin. Compares the parts, because `URL.origin` is "null" for our own schemes. */
export function isOwnOrigin(url: string): boolean {
  // Cached, because every call of the bridge comes from the same URL.
  if (url !== lastOwn && isAt(url, APP_SCHEME, 'explorer')) lastOwn = url;
  return url === lastOwn;
}
let lastOwn: string | null = null;

export function isQuestionOrigin(url: string): boolean {
  return isAt(url, QUESTION_SCHEME, 'question');
}

function isAt(url: string, scheme: string, expectedHost: string): boolean {
  const { protocol, host, username, password } = parseUrl(url) ?? {};
  return protocol === `${scheme}:` && host === expectedHost && username === '' && password === '';
}
