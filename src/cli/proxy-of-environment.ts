import { getProxyForUrl } from 'proxy-from-env';
import { percentDecoded } from '@shared/http/percent-decoded';

/**
 * What `https_proxy`, `http_proxy` and `no_proxy` specify, in the form that a browser's proxy script returns. `learn`
 * is called with the password of a proxy. Throws an error for a value that is not an address, without repeating it.
 */
export function proxyOfEnvironment(url: string, learn: (secret: string) => void): string {
  const asked = getProxyForUrl(url);
  if (asked === '') return 'DIRECT';
  // A proxy without a scheme has been given the destination's; the connection to it is nevertheless in clear text, as
  // in other programs.
  const written = Object.values(process.env).includes(asked) ? asked : asked.replace(/^[a-z]+/, 'http');
  const { protocol, username, password, host } = new URL(written);
  if (password !== '') learn(percentDecoded(password));
  const login =
    username === '' && password === ''
      ? ''
      : [username, password].map((part) => encodeURIComponent(percentDecoded(part))).join(':') + '@';
  switch (protocol) {
    case 'http:':
      return `PROXY ${login}${host}`;
    case 'https:':
      return `HTTPS ${login}${host}`;
    default:
      // A kind of proxy that is not supported, which the caller reports.
      return `${protocol.slice(0, -1).toUpperCase()} ${host}`;
  }
}
