/** The parts of a `URL` that a request needs. */
export type Address = Pick<
  URL,
  'href' | 'origin' | 'protocol' | 'host' | 'hostname' | 'port' | 'pathname' | 'search'
>;

/** Segments that a URL has as they are written: none begins with a dot, and nothing is encoded or left out. */
const PATH = '(?:/[\\w~-][\\w.~-]*)+';
const QUERY = '\\?[\\w.~%=&-]+';
const PLAIN_PATH = new RegExp(`^${PATH}(?:${QUERY})?$`);
const PLAIN_ADDRESS = new RegExp(`^(https?://[\\w.:[\\]-]+)(${PATH})(${QUERY})?$`);

/** Whether a path, with its query or without, stands in a URL as it is written, whatever it is put behind. */
export function isPlainPath(path: string): boolean {
  return PLAIN_PATH.test(path);
}

/**
 * Reads addresses by `read`, which refuses some. Of one that is written plainly, what is before its path is read, once for
 * many of the same server: each reading takes longer than all other checks of a request.
 */
export function addressReader(read: (text: string) => URL): (text: string) => Address {
  let last: { readonly text: string; readonly parts: Omit<Address, 'href' | 'pathname' | 'search'> } | null =
    null;
  return (text) => {
    const [, before, pathname = '', search = ''] = PLAIN_ADDRESS.exec(text) ?? [];
    if (before === undefined) return read(text);
    if (before !== last?.text) {
      const { origin, protocol, host, hostname, port } = read(before);
      last = { text: before, parts: { origin, protocol, host, hostname, port } };
    }
    const { parts } = last;
    return { ...parts, href: parts.origin + pathname + search, pathname, search };
  };
}
