import { protocol, type Session } from 'electron';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { contentSecurityPolicy, questionPolicy, workerPolicy } from './content-security-policy';
import { APP_SCHEME, isOwnOrigin, isQuestionOrigin, QUESTION_SCHEME } from './origin';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Buffer;
  /** Called once the data has been handed to Chromium, which copies it. */
  readonly handedOn?: () => void;
}

export interface PageOptions {
  /** The folder of the built renderer; nothing outside it is ever served. */
  readonly root: string;
  /** In development the pages come from Vite's server, still under our own origin. */
  readonly developmentServer: string | null;
}

export interface AppProtocolOptions extends PageOptions {
  /** Slices of large response bodies, for the viewers' workers. */
  readonly serveBody: (url: URL) => Promise<Answer>;
}

/** The placeholder in the document's `<meta property="csp-nonce">` that is replaced when it is served. */
const NONCE_PLACE = '__CSP_NONCE__';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

/** Must run before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
    { scheme: QUESTION_SCHEME, privileges: { standard: true, secure: true } },
  ]);
}

/** What one of our schemes serves. */
interface Site extends PageOptions {
  readonly isOwn: (url: string) => boolean;
  /** Which paths under the root belong to the site. */
  readonly has: (path: string) => boolean;
  readonly policy: (nonce: string, developmentServer: string | null) => string;
  readonly serveBody: ((url: URL) => Promise<Answer>) | null;
}

/** Serves `app://explorer/`. */
export function serveAppProtocol(session: Session, options: AppProtocolOptions): void {
  serve(session, APP_SCHEME, {
    ...options,
    isOwn: isOwnOrigin,
    has: (path) => !isOfQuestion(path),
    policy: contentSecurityPolicy,
  });
}

/** Serves the page of a question, to the session of questions. */
export function serveQuestionProtocol(session: Session, options: PageOptions): void {
  serve(session, QUESTION_SCHEME, {
    ...options,
    isOwn: isQuestionOrigin,
    has: (path) => isOfQuestion(path) || isFont(path),
    policy: questionPolicy,
    serveBody: null,
  });
}

/** True for the page and its assets, which share nothing with the app's (electron.vite.config.ts). */
function isOfQuestion(path: string): boolean {
  return path.startsWith('/question/') || path.startsWith('/assets/question-');
}

/** Fonts are the only files that both pages share: they are not scripts. */
function isFont(path: string): boolean {
  return path.startsWith('/assets/') && path.endsWith('.woff2');
}

/**
 * Uses `registerBufferProtocol`, the only call that exists in both the declared and the fallback runtime
 * (docs/decisions/0001-electron-runtime.md).
 */
function serve(session: Session, scheme: string, site: Site): void {
  let listed: ReadonlyMap<string, string> | null = null;
  const files = () => (listed ??= listFiles(site.root));
  // The policy of every answer; documents have a stricter one.
  const sealed = { 'content-security-policy': workerPolicy(site.developmentServer) };
  session.protocol.registerBufferProtocol(scheme, (request, respond) => {
    void answerRequest(request.method, request.url, site, files).then(
      ({ status, headers, data, handedOn }) => {
        const mimeType = (headers['content-type'] ?? 'application/octet-stream').split(';')[0];
        respond({ statusCode: status, headers: { ...sealed, ...headers }, mimeType, data });
        handedOn?.();
      },
      () =>
        respond({
          statusCode: 500,
          headers: sealed,
          mimeType: 'text/plain',
          data: Buffer.from('could not be read'),
        }),
    );
  });
}

async function answerRequest(
  method: string,
  address: string,
  site: Site,
  files: () => ReadonlyMap<string, string>,
): Promise<Answer> {
  if (method !== 'GET' || !site.isOwn(address)) return plain(403, 'refused');
  const url = new URL(address);
  if (site.serveBody !== null && url.pathname.startsWith('/bodies/')) return site.serveBody(url);
  const path = url.pathname === '/' ? '/index.html' : url.pathname;
  if (site.developmentServer) return fromDevelopmentServer(site, site.developmentServer, path, url.search);
  const file = site.has(path) ? files().get(path) : undefined;
  if (file === undefined) return plain(404, 'not found');
  // Small and local. While the app starts, each asynchronous step would wait for a turn of Chromium's loop: 20 ms until
  // the page had its document.
  return page(TYPES[extname(file)] ?? 'application/octet-stream', readFileSync(file), site);
}

function page(type: string, data: Buffer, { policy, developmentServer }: Site): Answer {
  const headers: Record<string, string> = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  if (!type.startsWith('text/html')) return { status: 200, headers, data };
  const nonce = randomBytes(16).toString('base64');
  headers['content-security-policy'] = policy(nonce, developmentServer);
  return { status: 200, headers, data: Buffer.from(data.toString('utf8').split(NONCE_PLACE).join(nonce)) };
}

function plain(status: number, text: string): Answer {
  return { status, headers: { 'content-type': 'text/plain' }, data: Buffer.from(text) };
}

/** Maps URL paths to files, for every file under the root: a file that is not listed cannot be requested. */
function listFiles(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const folders: [folder: string, url: string][] = [[root, '/']];
  for (const [folder, url] of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push([path, `${url}${entry.name}/`]);
      else if (entry.isFile()) found.set(url + entry.name, path);
    }
  }
  return found;
}

async function fromDevelopmentServer(
  site: Site,
  server: string,
  path: string,
  search: string,
): Promise<Answer> {
  // Loaded only here, because a built app opens its window without it.
  // oxlint-disable-next-line no-restricted-imports -- in development the page comes from a server of this computer
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(new URL(path + search, server), (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const type = response.headers['content-type'] ?? 'application/octet-stream';
        const served = page(type, Buffer.concat(parts), site);
        resolve({ ...served, status: response.statusCode ?? 502 });
      });
    }).on('error', reject);
  });
}
