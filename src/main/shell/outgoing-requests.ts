import type { Session } from 'electron';

/**
 * Cancels every request of a session but those of its own scheme: what the pages need is served by main, and only main
 * talks to anybody, through its own transport. A second wall behind the pages' policies, for navigations and whatever
 * Chromium would fetch by itself.
 * @param developmentServer while it serves the pages, its client talks to it.
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
