import type { Session } from 'electron';
import { APP_SCHEME, QUESTION_SCHEME } from './origin';
import { blockOutgoingRequests } from './outgoing-requests';
import { serveAppProtocol, serveQuestionProtocol, type AppProtocolOptions } from './protocol';

export interface Sessions {
  readonly app: Session;
  /** Of the window in which main asks. */
  readonly question: Session;
}

/** Each session gets the pages of its own scheme, and nothing else: no permission, no request to anywhere. */
export function secureSessions({ app, question }: Sessions, pages: AppProtocolOptions): void {
  for (const [session, scheme] of [
    [app, APP_SCHEME],
    [question, QUESTION_SCHEME],
  ] as const) {
    denyPermissions(session);
    fetchNoDictionary(session);
    blockOutgoingRequests(session, scheme, pages.developmentServer);
  }
  serveQuestionProtocol(question, pages);
  serveAppProtocol(app, pages);
}

/**
 * Nothing here is spell-checked (the windows say so, too). Without this, Chromium asks Google for a dictionary at each
 * start, where no policy of a page and no filter of requests sees it.
 */
function fetchNoDictionary(session: Session): void {
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
}

/** Every permission is denied: camera, clipboard reading, notifications, devices, downloads and all that may come. */
function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}
