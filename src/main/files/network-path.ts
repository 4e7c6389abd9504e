/**
 * True for network shares (`\\server\share`, `//server/share`) and device paths (`\\?\`, `\\.\`), in any mix of
 * slashes. On Windows, merely looking at such a path signs in to that server with the person's name and a hash of the
 * password (NTLM), so the app must not touch one that comes from a file or a page.
 */
export function isNetworkPath(path: string): boolean {
  return /^\s*[\\/]{2}/.test(path);
}
