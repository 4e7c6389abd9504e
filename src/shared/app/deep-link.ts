import { isUuid } from '../text/uuid';

export const DEEP_LINK_SCHEME = 'payments-explorer';

/** What a link from outside asks for: a session, perhaps on a profile named there. */
export interface DeepLink {
  readonly sessionId: string;
  /** Null: on the profile that is active. */
  readonly profileName: string | null;
}

/** Most characters of a link that are looked at: it comes from outside. */
const MAX_LENGTH = 1_000;

/** Reads `payments-explorer://session/<uuid>?profile=<name>`; null for anything else. */
export function readDeepLink(text: string): DeepLink | null {
  const match = new RegExp(`^${DEEP_LINK_SCHEME}://session/([0-9a-fA-F-]{36})/?(\\?[^#]*)?$`).exec(
    text.slice(0, MAX_LENGTH),
  );
  const sessionId = match?.[1]?.toLowerCase();
  if (text.length > MAX_LENGTH || sessionId === undefined || !isUuid(sessionId)) return null;
  const profileName = queryValue(match?.[2] ?? '', 'profile');
  return { sessionId, profileName };
}

function queryValue(query: string, wanted: string): string | null {
  for (const pair of query.replace(/^\?/, '').split('&')) {
    const [name, value] = pair.split('=', 2);
    if (name === wanted && value !== undefined && value !== '') {
      try {
        return decodeURIComponent(value.replaceAll('+', ' '));
      } catch {
        return null;
      }
    }
  }
  return null;
}
