import { isLoopbackHost } from './loopback';
import { withoutEnd } from '../text/without-end';
import { parseUrl } from './parse-url';

/** A base URL as it is stored, or why the text is not one: what that means and what to do. */
export type BaseUrlReading =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly meaning: string; readonly nextStep: string };

/**
 * Reads and normalises a base URL: https, or http for this computer itself; a path prefix is allowed; no user name,
 * password, query or fragment. Without a scheme, https is assumed. The host is written in lower case (and in ASCII); a
 * default port and trailing slashes are left out.
 */
export function readBaseUrl(entered: string): BaseUrlReading {
  const text = entered.trim();
  if (/[\s\\]|\p{Cc}/u.test(text))
    return refused(
      'It has a space or a backslash in it.',
      'Enter one address, such as https://api.example.com.',
    );
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || url.hostname === '')
    return refused('It is not a web address.', 'Enter an address such as https://api.example.com.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refused(`The scheme ${url.protocol.slice(0, -1)} is not supported.`, 'Begin with https://.');
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return refused(
      'Over http, anyone along the way could read the token.',
      'Use https://. Only this computer itself (localhost) may be reached over http.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    return refused('It has a user name or password in it.', 'Leave them out: tokens go into the keychain.');
  }
  if (text.includes('?') || text.includes('#')) {
    return refused('It has a query (?) or a fragment (#).', 'Leave out everything from there on.');
  }
  return { ok: true, baseUrl: `${url.protocol}//${url.host}${withoutEnd(url.pathname, '/')}` };
}

function refused(meaning: string, nextStep: string): BaseUrlReading {
  return { ok: false, meaning, nextStep };
}
