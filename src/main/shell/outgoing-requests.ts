import type { Session } from 'electron';

/**
 * Cancels every request of a session except those of its own scheme: main serves what the pages need, and only main
 * talks to servers, through its own transport. A second line of defence behind the pages' policies, for navigations
 * and anything else that Chromium would fetch by itself.
 * @param developmentServer while it serves the pages, its client may talk to it.
 */
export function blockOutgoingRequests(
  session: Session,
  scheme: string,
  developmentServer: string | null,
): void {
  const allowed = [`${scheme}:`, 'devtools:'];
  const server = developmentServer === null ? null : new URL(developmentServer).host;
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    const { protocol, host } = new URL(url);
    decide({ cancel: !allowed.includes(protocol) && (server === null || host !== server) });
  });
}
