export interface CurlUrl {
  /** Without credentials and fragment. */
  readonly url: string;
  /** `user:password`, decoded, or null. */
  readonly credentials: string | null;
  /** True when curl would make several URLs of it. */
  readonly hasGlobs: boolean;
}

/** Reads a URL as curl does, with a query appended; null when it is none of http or https. */
export function readCurlUrl(written: string, query: string): CurlUrl | null {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  const [bare = ''] = absolute.split('#');
  let url: URL;
  try {
    url = new URL(query === '' ? bare : bare + separatorFor(bare) + query);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return null;
  }
  const credentials =
    url.username === '' && url.password === '' ? null : `${decode(url.username)}:${decode(url.password)}`;
  url.username = '';
  url.password = '';
  const pathAndQuery = bare.replace(/^[^:]*:\/\/[^/?]*/, '');
  return {
    url: url.href,
    credentials,
    hasGlobs: /[{}]|\[\d+-\d+[\]:]|\[[a-z]-[a-z][\]:]/i.test(pathAndQuery),
  };
}

function separatorFor(url: string): string {
  if (!url.includes('?')) return '?';
  return /[?&]$/.test(url) ? '' : '&';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
