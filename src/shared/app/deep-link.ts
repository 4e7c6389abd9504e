import { isUuid } from '../text/uuid';

export const DEEP_LINK_SCHEME = 'payments-explorer';

/** What a link from outside asks for: a session, possibly on a named profile. */
export interface DeepLink {
  readonly sessionId: string;
  /** Null for the active profile. */
  readonly profileName: string | null;
}

/** A link of our scheme that cannot be parsed: the person is told rather than left waiting. */
export const UNREADABLE_LINK = 'unreadable';
export type OutsideLink = DeepLink | typeof UNREADABLE_LINK;

/** How many characters of a link are read, because it comes from outside. */
const MAX_LENGTH = 1_000;

/** Reads `payments-explorer://session/<uuid>?profile=<name>`; null for anything else. */
export function readDeepLink(text: string): DeepLink | null {
  const match = new RegExp(`^${DEEP_LINK_SCHEME}://session/([0-9a-fA-F-]{36})/?(\\?[^#]*)?$`).exec(
    text.slice(0, MAX_LENGTH),
  );
  const sessionId = match?.[1]?.toLowerCase();
  if (text.length > MAX_LENGTH || sessionId === undefined || !isUuid(sessionId)) return null;
  try {
    return { sessionId, profileName: queryValue(match?.[2] ?? '', 'profile') };
  } catch {
    // The profile in it cannot be read, and the active one must not take its place.
    return null;
  }
}

/** The link in a command line; null if no argument is a link of our scheme. */
export function findLink(argv: readonly string[]): OutsideLink | null {
  const ours = argv.filter((text) => text.toLowerCase().startsWith(`${DEEP_LINK_SCHEME}:`));
  if (ours.length === 0) return null;
  return ours.map(readDeepLink).find((link) => link !== null) ?? UNREADABLE_LINK;
}

/** Throws if it is not a well-formed address. */
function queryValue(query: string, wanted: string): string | null {
  for (const pair of query.replace(/^\?/, '').split('&')) {
    const [name, value] = pair.split('=', 2);
    if (name === wanted && value !== undefined && value !== '')
      return decodeURIComponent(value.replaceAll('+', ' '));
  }
  return null;
}
