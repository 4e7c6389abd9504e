/**
 * True when a host can only be this computer: `localhost` and names under it (RFC 6761), 127.0.0.0/8 and `[::1]`.
 * `hostname` is as a parsed `URL` gives it, so that short and odd spellings of addresses are normalised already.
 */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
