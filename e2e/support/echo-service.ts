import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen';

/** A service that echoes everything it is sent, in every way that servers do. */
export interface EchoService {
  readonly baseUrl: string;
  /** The requests it received, the newest last. */
  readonly seen: readonly { readonly method: string; readonly authorization: string; readonly url: string }[];
  close(): void;
}

/** Session ids, each of which the service answers in its own way. */
export const ECHOES = {
  small: '10000000-0000-4000-8000-000000000001',
  large: '10000000-0000-4000-8000-000000000002',
  errorObject: '10000000-0000-4000-8000-000000000003',
  reason: '10000000-0000-4000-8000-000000000004',
  headerName: '10000000-0000-4000-8000-000000000005',
  redirect: '10000000-0000-4000-8000-000000000006',
  malformed: '10000000-0000-4000-8000-000000000007',
  cut: '10000000-0000-4000-8000-000000000008',
  notUtf8: '10000000-0000-4000-8000-000000000009',
  encoded: '10000000-0000-4000-8000-00000000000a',
  html: '10000000-0000-4000-8000-00000000000b',
  utf16: '10000000-0000-4000-8000-00000000000c',
} as const;
export type Echo = keyof typeof ECHOES;
export const EVERY_ECHO = Object.keys(ECHOES) as Echo[];

export async function startEchoService(): Promise<EchoService> {
  const seen: { method: string; authorization: string; url: string }[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, authorization: headers.authorization ?? '' });
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts).toString('utf8')));
  });
  const { url, close } = await listen(server);
  return {
    baseUrl: url,
    seen,
    close,
  };
}

function answer(request: IncomingMessage, response: ServerResponse, sent: string): void {
  const { url = '', headers } = request;
  const said = headers.authorization ?? '';
  const token = said.replace(/^Bearer /, '');
  const echo = JSON.stringify({ headers, rawHeaders: request.rawHeaders, sent });
  const json = (status: number, body: string, more: Readonly<Record<string, string>> = {}): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body);
  const [kind] = Object.entries(ECHOES).find(([, id]) => url.endsWith(id)) ?? [];
  switch (kind as Echo | undefined) {
    case 'large': {
      // At the start, at the end, and at every distance from the boundaries of the chunks in which it is read, whatever
      // their size.
      const filler = Array.from({ length: 1_500 }, (_, line) => `${'.'.repeat(line)}${said}`);
      return json(200, JSON.stringify({ filler, echo }));
    }
    case 'errorObject': {
      const message = `The header authorization: ${said} is not valid`;
      const details = [{ message: said, pointer: `/${token}`, types: [token] }];
      return json(401, JSON.stringify({ type: 'error', code: token, status: 401, message, details }));
    }
    case 'reason':
      response.statusMessage = `No ${said}`;
      return json(404, echo);
    case 'headerName':
      return json(200, '{}', { 'set-cookie': `last=${token}`, etag: `"${token}"`, ...echoHeader(token) });
    case 'redirect':
      return json(302, '', { location: `https://elsewhere.example/?token=${token}#${token}` });
    case 'malformed':
      request.socket.end(`HTTP/1.1 200 OK\r\nbroken ${said}\r\n: ${said}\r\n\r\n${echo}`);
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9000' });
      response.write(echo, () => request.socket.destroy());
      return;
    case 'notUtf8':
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.end(Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(echo), Buffer.from([0xc0])]));
      return;
    case 'encoded': {
      const slashes = JSON.stringify(token).replaceAll('/', '\\/');
      const hex = Buffer.from(token, 'latin1').toString('hex');
      const escaped = hex.replace(/../g, (code) => `\\u00${code}`);
      return json(
        200,
        `{"url":"?t=${encodeURIComponent(token)}","json":${slashes},"escaped":"${escaped}","base64":"${Buffer.from(token).toString('base64')}"}`,
      );
    }
    case 'html':
      response.writeHead(500, { 'content-type': 'text/html' }).end(`<h1>Bad gateway</h1><pre>${echo}</pre>`);
      return;
    case 'utf16':
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-16le' });
      response.end(Buffer.from(`\ufeff${echo}`, 'utf16le'));
      return;
    case 'small':
    case undefined:
      return json(200, echo, { 'x-echo': said, 'x-echo-all': encodeURIComponent(JSON.stringify(headers)) });
  }
}

/** Not every token can be a header name. */
function echoHeader(token: string): Readonly<Record<string, string>> {
  return /^[\w.-]+$/.test(token) ? { [`x-echo-${token}`]: '1' } : {};
}
