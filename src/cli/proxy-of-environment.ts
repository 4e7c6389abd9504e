import { getProxyForUrl } from 'proxy-from-env';

/**
 * What `https_proxy`, `http_proxy` and `no_proxy` ask for, in the words of a browser's proxy script. `learn` is called
 * with the password of a proxy. Throws an error for what is not an address, without repeating it.
 */
export function proxyOfEnvironment(url: string, learn: (secret: string) => void): string {
  const asked = getProxyForUrl(url);
  if (asked === '') return 'DIRECT';
  // A proxy without a scheme has been given the destination's; it is spoken to in clear text all the same, as other
  // programs do.
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
      // A kind of proxy that is not supported: whoever takes this says so.
      return `${protocol.slice(0, -1).toUpperCase()} ${host}`;
  }
}

/** A percent sign that escapes nothing stays a percent sign. */
function plain(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
