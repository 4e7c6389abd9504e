import { percentDecoded } from '@shared/http/percent-decoded';
import { fileNameOf } from '@shared/import/stand-in-for-file';
import type { StandIns } from '@shared/import/stand-ins';
import { parseUrl } from '@shared/http/parse-url';

export interface CurlUrl {
  /** Without credentials and fragment. */
  readonly url: string;
  /** `user:password`, decoded, or null. */
  readonly credentials: string | null;
  /** Sentences about what curl would request instead. */
  readonly notes: readonly string[];
}

export interface UrlOptions {
  /** For --globoff: brackets and braces are literal. */
  readonly globoff: boolean;
  readonly pathAsIs: boolean;
  readonly standIns: StandIns;
}

/** Reads a URL as curl does, with a query appended; null when it is not http or https. */
export function readCurlUrl(
  written: string,
  query: string,
  { globoff, pathAsIs, standIns }: UrlOptions,
): CurlUrl | null {
  // curl treats one or three slashes like two.
  const slashed = written.replace(/^(https?):\/{1,3}(?=[^/])/i, '$1://');
  // What begins with a variable may have its scheme in there.
  const isWhole = /^[a-z][a-z0-9+.-]*:\/\//i.test(slashed) || standIns.begin(slashed);
  const absolute = isWhole ? slashed : `http://${slashed}`;
  const [plain = ''] = absolute.split('#');
  const hasGlobs = !globoff && hasGlob(plain.replace(/^[^:]*:\/\/[^/?]*/, ''));
  // Browsers escape brackets, which would otherwise produce several URLs.
  const bare = globoff ? plain : plain.replace(/\\([{}[\]])/g, '$1');
  const path = /^[^:]*:\/\/[^/?]*([^?]*)/.exec(bare)?.[1] ?? '';
  const whole = query === '' ? bare : bare + separatorFor(bare) + query;
  // A backslash in front of the host would end it here, while curl reads on to the @.
  const url = parseUrl(whole.replace(/^[^?]*/, (beforeQuery) => beforeQuery.replace(/\\/g, '%5C')));
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const isOpen = standIns.isOpenUrl(whole) && !/^(?:[^/?#]*\/\/)?[^/?#]*@/.test(whole);
    return isOpen ? { url: whole, credentials: null, notes: [] } : null;
  }
  const credentials =
    url.username === '' && url.password === ''
      ? null
      : `${percentDecoded(url.username)}:${percentDecoded(url.password)}`;
  url.username = '';
  url.password = '';
  const notes = [
    ...(hasGlobs ? ['curl reads {…} and […] in a URL as several URLs; here they are part of one.'] : []),
    ...(/[\t\r\n]/.test(whole) ? ['Tabs and line breaks in the URL were left out; curl refuses them.'] : []),
    ...(path.includes('\\') ? ['A backslash in the path is written as %5C here.'] : []),
    ...(hasDots(path, pathAsIs)
      ? ['The path has . or .. in it, which are resolved here; this command sends them as they are.']
      : []),
  ];
  return { url: url.href, credentials, notes };
}

/** The URL of an upload: that of a folder is followed by the name of the file. */
export function withUploaded(url: string, path: string): string {
  if (path === '-' || path === '.') return url;
  const [, folder, rest = ''] =
    /^((?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#]*|[^?#]*\/))([?#][^]*)?$/i.exec(url) ?? [];
  if (folder === undefined) return url;
  return `${folder.replace(/\/$/, '')}/${encodeURIComponent(fileNameOf(path))}${rest}`;
}

function hasGlob(pathAndQuery: string): boolean {
  return /[{}]|\[\d+-\d+[\]:]|\[[a-z]-[a-z][\]:]/i.test(pathAndQuery.replace(/\\[{}[\]]/g, ''));
}

/** True for dot segments that curl sends unchanged: all of them with --path-as-is, and always those written as %2e. */
function hasDots(path: string, pathAsIs: boolean): boolean {
  return path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part) && (pathAsIs || part.includes('%')));
}

function separatorFor(url: string): string {
  if (!url.includes('?')) return '?';
  return /[?&]$/.test(url) ? '' : '&';
}
