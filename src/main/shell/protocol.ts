import { protocol, type Session } from 'electron';
import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { get } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { contentSecurityPolicy } from './content-security-policy';
import { APP_SCHEME, isOwnOrigin } from './origin';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Buffer;
}

export interface AppProtocolOptions {
  /** The folder of the built renderer; nothing outside it is ever served. */
  readonly root: string;
  /** In development the pages come from Vite's server, still under our own origin. */
  readonly developmentServer: string | null;
  /** Slices of large response bodies, for the viewers' workers. */
  readonly serveBody: (url: URL) => Promise<Answer>;
}

/** What the document's `<meta property="csp-nonce">` holds until it is served. */
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
  ]);
}

/**
 * Serves `app://explorer/`. `registerBufferProtocol` is the one call that exists in the declared and in the fallback
 * runtime alike (docs/decisions/0001-electron-runtime.md).
 */
export function serveAppProtocol(session: Session, options: AppProtocolOptions): void {
  const files = options.developmentServer ? null : listFiles(options.root);
  session.protocol.registerBufferProtocol(APP_SCHEME, (request, respond) => {
    void answerRequest(request.method, request.url, options, files).then(
      ({ status, headers, data }) => {
        const mimeType = (headers['content-type'] ?? 'application/octet-stream').split(';')[0];
        respond({ statusCode: status, headers: { ...headers }, mimeType, data });
      },
      () => respond({ statusCode: 500, mimeType: 'text/plain', data: Buffer.from('could not be read') }),
    );
  });
}

async function answerRequest(
  method: string,
  address: string,
  options: AppProtocolOptions,
  files: Promise<ReadonlyMap<string, string>> | null,
): Promise<Answer> {
  if (method !== 'GET' || !isOwnOrigin(address)) return plain(403, 'refused');
  const url = new URL(address);
  if (url.pathname.startsWith('/bodies/')) return options.serveBody(url);
  const path = url.pathname === '/' ? '/index.html' : url.pathname;
  if (options.developmentServer) return fromDevelopmentServer(options.developmentServer, path, url.search);
  const file = (await files)?.get(path);
  if (file === undefined) return plain(404, 'not found');
  return page(TYPES[extname(file)] ?? 'application/octet-stream', await readFile(file), null);
}

function page(type: string, data: Buffer, developmentServer: string | null): Answer {
  const headers: Record<string, string> = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  if (!type.startsWith('text/html')) return { status: 200, headers, data };
  const nonce = randomBytes(16).toString('base64');
  headers['content-security-policy'] = contentSecurityPolicy(nonce, developmentServer);
  return { status: 200, headers, data: Buffer.from(data.toString('utf8').split(NONCE_PLACE).join(nonce)) };
}

function plain(status: number, text: string): Answer {
  return { status, headers: { 'content-type': 'text/plain' }, data: Buffer.from(text) };
}

/** URL path to file, for every file under the root: what is not listed cannot be asked for. */
async function listFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.set(`/${relative(root, path).split(sep).join('/')}`, path);
    }
  }
  return found;
}

function fromDevelopmentServer(server: string, path: string, search: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(new URL(path + search, server), (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const type = response.headers['content-type'] ?? 'application/octet-stream';
        const served = page(type, Buffer.concat(parts), server);
        resolve({ ...served, status: response.statusCode ?? 502 });
      });
    }).on('error', reject);
  });
}
