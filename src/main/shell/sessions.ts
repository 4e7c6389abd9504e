import { session, type Session } from 'electron';
import { APP_SCHEME, QUESTION_SCHEME } from './origin';
import { blockOutgoingRequests } from './outgoing-requests';
import {
  serveAppProtocol,
  serveQuestionProtocol,
  type AppProtocolOptions,
  type PageOptions,
} from './protocol';

/** The app's own session gets the pages of its scheme, and nothing else: no permission, no request to anywhere. */
export function openAppSession(pages: AppProtocolOptions): Session {
  const app = session.defaultSession;
  secure(app, APP_SCHEME, pages);
  serveAppProtocol(app, pages);
  return app;
}

/**
 * The same for the window in which main asks: in memory, and without anything of the app's own session. Not at the start,
 * as to make one takes 10 ms of it.
 */
export function openQuestionSession(pages: PageOptions): Session {
  const question = session.fromPartition('question');
  secure(question, QUESTION_SCHEME, pages);
  serveQuestionProtocol(question, pages);
  return question;
}

function secure(session: Session, scheme: string, { developmentServer }: PageOptions): void {
  denyPermissions(session);
  fetchNoDictionary(session);
  blockOutgoingRequests(session, scheme, developmentServer);
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
