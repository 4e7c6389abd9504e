import { session, type Session } from 'electron';
import { APP_SCHEME, QUESTION_SCHEME } from './origin';
import { blockOutgoingRequests } from './outgoing-requests';
import {
  serveAppProtocol,
  serveQuestionProtocol,
  type AppProtocolOptions,
  type PageOptions,
} from './protocol';

/** The app's own session serves the pages of its scheme and nothing else: no permissions, and no requests to anywhere. */
export function openAppSession(pages: AppProtocolOptions): Session {
  const app = session.defaultSession;
  secure(app, APP_SCHEME, pages);
  serveAppProtocol(app, pages);
  return app;
}

/**
 * The same for the window in which main asks questions: in memory, and sharing nothing with the app's own session.
 * Not made at start-up, because that would take 10 ms.
 */
export function openQuestionSession(pages: PageOptions): Session {
  const question = session.fromPartition('question');
  secure(question, QUESTION_SCHEME, pages);
  serveQuestionProtocol(question, pages);
  return question;
}

let proxySession: Session | undefined;

/** What the system says about proxies. In a session of its own, because those of the pages have another proxy. */
export function resolveSystemProxy(url: string): Promise<string> {
  if (proxySession === undefined) {
    proxySession = session.fromPartition('system-proxy');
    fetchNoDictionary(proxySession);
  }
  return proxySession.resolveProxy(url);
}

function secure(session: Session, scheme: string, { developmentServer }: PageOptions): void {
  denyPermissions(session);
  fetchNoDictionary(session);
  blockOutgoingRequests(session, scheme, developmentServer);
  leadNowhere(session, developmentServer);
}

/**
 * WebRTC opens connections that neither a page's policy nor a request filter sees. Over TCP it uses the session's proxy,
 * so that is one that nobody serves; `lockWindow` leaves it no UDP.
 */
function leadNowhere(session: Session, developmentServer: string | null): void {
  const server = developmentServer === null ? '' : `;${new URL(developmentServer).host}`;
  void session.setProxy({ proxyRules: 'http://127.0.0.1:1', proxyBypassRules: `<-loopback>${server}` });
}

/**
 * Nothing here is spell-checked (the windows turn it off, too). Without this, Chromium asks Google for a dictionary
 * at each start, and neither a page's policy nor a request filter can stop that.
 */
function fetchNoDictionary(session: Session): void {
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
}

/** Every permission is denied: camera, clipboard reading, notifications, devices, downloads and any future ones. */
function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}
