/**
 * True for network shares (`\\server\share`, `//server/share`) and device paths (`\\?\`, `\\.\`), in any mix of slashes.
 * On Windows a mere look at one signs in to that server with the person's name and a hash of the password (NTLM), so
 * that nothing is looked at whose path comes from a file or a page.
 */
export function isNetworkPath(path: string): boolean {
  return /^\s*[\\/]{2}/.test(path);
}
