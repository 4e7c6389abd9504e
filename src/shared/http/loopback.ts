/**
 * True if a host can only be this computer: `localhost` and names under it (RFC 6761), 127.0.0.0/8 and `[::1]`.
 * `hostname` must come from a parsed `URL`, which normalises short and odd spellings of addresses.
 */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
