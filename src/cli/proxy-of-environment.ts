import { getProxyForUrl } from 'proxy-from-env';

/**
 * As a browser's proxy script would say it: what `https_proxy`, `http_proxy` and `no_proxy` ask for; `learn` is told the password of one.
 * What is no address at all is an error, which does not repeat it.
 */
export function proxyOfEnvironment(url: string, learn: (secret: string) => void): string {
  const asked = getProxyForUrl(url);
  if (asked === '') return 'DIRECT';
  // One without a scheme has the destination's by now: it is spoken to in clear all the same, as other programs do.
  const written = Object.values(process.env).includes(asked) ? asked : asked.replace(/^[a-z]+/, 'http');
  const { protocol, username, password, host } = new URL(written);
  if (password !== '') learn(plain(password));
  const login =
    username === '' && password === ''
      ? ''
      : [username, password].map((part) => encodeURIComponent(plain(part))).join(':') + '@';
  switch (protocol) {
    case 'http:':
      return `PROXY ${login}${host}`;
    case 'https:':
      return `HTTPS ${login}${host}`;
    default:
      // Of a kind that is not spoken: whoever takes this says so.
      return `${protocol.slice(0, -1).toUpperCase()} ${host}`;
  }
}

/** A percent sign that escapes nothing is one. */
function plain(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
