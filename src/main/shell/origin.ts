/** The one origin of the app's pages, served by `protocol.ts`. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = `${APP_SCHEME}://explorer`;
export const START_PAGE = `${APP_ORIGIN}/index.html`;

/** True for a URL at our own origin. Compared by parts: `URL.origin` is "null" for schemes of our own. */
export function isOwnOrigin(url: string): boolean {
  try {
    const { protocol, host, username, password } = new URL(url);
    return protocol === `${APP_SCHEME}:` && host === 'explorer' && username === '' && password === '';
  } catch {
    return false;
  }
}
