/** The parts of a `URL` that a request needs. */
export type Address = Pick<
  URL,
  'href' | 'origin' | 'protocol' | 'host' | 'hostname' | 'port' | 'pathname' | 'search'
>;

/** Segments that a URL keeps as written: none begins with a dot, and nothing in them is encoded or dropped. */
const PATH = '(?:/[\\w~-][\\w.~-]*)+';
const QUERY = '\\?[\\w.~%=&-]+';
const PLAIN_PATH = new RegExp(`^${PATH}(?:${QUERY})?$`);
const PLAIN_ADDRESS = new RegExp(`^(https?://[\\w.:[\\]-]+)(${PATH})(${QUERY})?$`);

/** Whether a URL keeps a path, with or without a query, as written, whatever comes before it. */
export function isPlainPath(path: string): boolean {
  return PLAIN_PATH.test(path);
}

/**
 * Parses addresses with `read`, which refuses some. Of a plainly written address only the part before its path is
 * parsed, once for many addresses on the same server: parsing takes longer than all other checks of a request.
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
