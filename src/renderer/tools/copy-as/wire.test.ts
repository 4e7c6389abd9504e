import fc from 'fast-check';
import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MASKED, type HeaderList } from '@shared/http/exchange';
import { secretHeaderTest } from '@shared/secrets/secret-headers';
import type { CopyableRequest } from './copyable';
import { copyAsCurl } from './curl';
import { copyAsFetch } from './fetch';
import { bodyBytes, requestLine, requestsTo } from './requests.fixture';

/** For tests only: a server on loopback that records requests byte for byte. */
interface RawServer {
  readonly origin: string;
  /** The only request since the last call. Throws if there was none, or more than one. */
  take(): RawRequest;
  close(): Promise<void>;
}

interface RawRequest {
  readonly line: string;
  /** Latin-1, in order; values without surrounding spaces. */
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

async function startRawServer(): Promise<RawServer> {
  let requests: RawRequest[] = [];
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const request = readRequest(received);
      if (request !== null) {
        requests.push(request);
        received = Buffer.alloc(0);
        socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    take() {
      const [request, ...more] = requests;
      requests = [];
      if (request === undefined || more.length > 0) {
        throw new Error(`${more.length + (request ? 1 : 0)} requests came, not one`);
      }
      return request;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readRequest(received: Buffer): RawRequest | null {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) {
    return null;
  }
  const [line = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((text): [string, string] => {
    const colon = text.indexOf(':');
    return [text.slice(0, colon), text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')];
  });
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
  const body = received.subarray(end + 4);
  return body.length < length ? null : { line, headers, body: new Uint8Array(body) };
}

const isSecret = secretHeaderTest([]);
/** For requests whose cookies have to arrive unchanged. */
const nothingSecret = (): boolean => false;
const secrets = {
  PAYMENTS_API_TOKEN: 'token with $ " and \\',
  DESTINATION_AUTHORIZATION: "Bearer a'b",
  HEADER_X_API_KEY: 'key',
  HEADER_X_API_KEY_2: 'other key',
};

/** Runs the copied text as a person does, by pasting it into a shell. No curlrc, no proxy. */
async function paste(text: string): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', NO_PROXY: '*', ...secrets };
  const shell = spawn('sh', { env, stdio: ['pipe', 'ignore', 'pipe'] });
  shell.stdin.end(text.replace('curl --http1.1', 'curl --silent --show-error --max-time 20 --http1.1'));
  let trouble = '';
  shell.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    shell.on('error', reject);
    shell.on('close', resolve);
  });
  if (code !== 0) throw new Error(`${trouble}\nexit ${code} of\n${text.slice(0, 2000)}`);
}

describe('copyAsCurl', () => {
  let server: RawServer;
  beforeAll(async () => {
    server = await startRawServer();
  });
  afterAll(() => server.close());

  async function expectTheSame(request: CopyableRequest): Promise<void> {
    await paste(copyAsCurl(request, nothingSecret).text);
    const sent = server.take();
    expect(sent.line).toBe(requestLine(request));
    const isLength = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'content-length';
    const { length } = bodyBytes(request);
    const has = request.headers.some(([name]) => name.toLowerCase() === 'user-agent');
    const own = sent.headers.filter(([name]) => has || name !== 'User-Agent');
    expect(own.length).toBe(sent.headers.length - (has ? 0 : 1));
    const counts = length > 0;
    expect(own.filter((header) => !counts || !isLength(header))).toEqual(
      request.headers.filter((header) => !counts || !isLength(header)),
    );
    if (counts) expect(sent.headers.filter(isLength).map(([, value]) => value)).toEqual([String(length)]);
    expect(Buffer.from(sent.body)).toEqual(Buffer.from(bodyBytes(request)));
  }

  it('makes a real curl send the same request line, headers and body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constant(null).chain(() => requestsTo(server.origin)),
        (request) => expectTheSame(request),
      ),
      { numRuns: 30 },
    );
  });

  it.each([
    ['all 256 bytes', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
    ['200 kB of text', `{"note":"${"it's 100% ".repeat(20_000)}"}`],
    ['5 kB, for which curl would ask first', 'x'.repeat(5000)],
  ])('sends %s', async (_what, body) => {
    const { host } = new URL(server.origin);
    await expectTheSame({
      method: 'POST',
      url: `${server.origin}/vault-forward`,
      headers: [
        ['host', host],
        ['content-length', String(body.length)],
      ],
      body,
    });
  });

  it('reads secrets from variables, and contains none', async () => {
    const { host } = new URL(server.origin);
    const copied = copyAsCurl(
      {
        method: 'POST',
        url: `${server.origin}/vault-forward`,
        headers: [
          ['host', host],
          ['user-agent', 'ours'],
          ['authorization', MASKED],
          ['x-vault-forward-header-authorization', 'Bearer canary'],
          ['x-api-key', 'canary'],
          ['X-API-Key', 'canary'],
        ],
        body: null,
      },
      isSecret,
    );
    expect(copied.text).not.toContain('canary');
    expect(copied.variables).toEqual([
      { name: 'PAYMENTS_API_TOKEN', header: 'authorization' },
      { name: 'DESTINATION_AUTHORIZATION', header: 'x-vault-forward-header-authorization' },
      { name: 'HEADER_X_API_KEY', header: 'x-api-key' },
      { name: 'HEADER_X_API_KEY_2', header: 'X-API-Key' },
    ]);
    await paste(copied.text);
    expect(server.take().headers).toEqual([
      ['host', host],
      ['user-agent', 'ours'],
      ['authorization', `Bearer ${secrets.PAYMENTS_API_TOKEN}`],
      ['x-vault-forward-header-authorization', secrets.DESTINATION_AUTHORIZATION],
      ['x-api-key', secrets.HEADER_X_API_KEY],
      ['X-API-Key', secrets.HEADER_X_API_KEY_2],
    ]);
  });

  it('quotes a body that begins with =, which zsh would take for the path of a program', () => {
    const request = { method: 'POST', url: 'https://api.example/', headers: [], body: '=ls' };
    expect(copyAsCurl(request, isSecret).text).toContain("--data-raw '=ls'");
  });

  it('is readable', () => {
    const { text } = copyAsCurl(
      {
        method: 'POST',
        url: 'https://api.example/vault-forward',
        headers: [
          ['host', 'api.example'],
          ['authorization', MASKED],
          ['accept', '*/*'],
          ['accept-encoding', 'gzip'],
          ['content-type', 'application/json'],
          ['x-empty', ''],
          ['content-length', '35'],
        ],
        body: `{"number":"{{CARD_NUMBER_1}}'s"}\n`,
      },
      isSecret,
    );
    expect(text.split(' \\\n  ')).toEqual([
      'curl --http1.1 --globoff --path-as-is',
      '--request POST',
      '--url https://api.example/vault-forward',
      "--header 'Host:'",
      "--header 'host: api.example'",
      '--header "authorization: Bearer $PAYMENTS_API_TOKEN"',
      "--header 'accept: */*'",
      "--header 'accept-encoding: gzip'",
      "--header 'content-type: application/json'",
      "--header 'x-empty;'",
      '--compressed',
      `--data-raw '{"number":"{{CARD_NUMBER_1}}'\\''s"}\n'`,
    ]);
  });
});

describe('copyAsFetch', () => {
  let server: RawServer;
  beforeAll(async () => {
    server = await startRawServer();
  });
  afterAll(() => server.close());

  /** Runs the text as the body of a module. */
  async function execute(text: string): Promise<void> {
    const program = new Function('process', 'console', `return (async () => {${text}})()`) as (
      process: { env: typeof secrets },
      console: { log: () => void },
    ) => Promise<void>;
    await program({ env: secrets }, { log: () => undefined });
  }

  it('makes a real fetch send the same method, target, headers and body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constant(null).chain(() => requestsTo(server.origin)),
        async (request) => {
          const body = bodyBytes(request);
          fc.pre(!(body.length > 0 && request.method === 'GET'));
          const method = request.method === 'post' ? 'POST' : request.method;
          await execute(copyAsFetch(request, nothingSecret).text);
          const sent = server.take();
          expect(sent.line).toBe(requestLine({ ...request, method }));
          expect(Buffer.from(sent.body)).toEqual(Buffer.from(body));
          const own = new Set(['connection', 'te', 'host', 'content-length']);
          if (request.headers.some(([name]) => name === 'range')) own.add('accept-encoding');
          for (const [name] of request.headers.filter(([each]) => !own.has(each.toLowerCase()))) {
            expect(valuesOf(sent.headers, name)).toBe(valuesOf(request.headers, name));
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('reads secrets from variables, and contains none', async () => {
    const { text } = copyAsFetch(
      {
        method: 'POST',
        url: `${server.origin}/`,
        headers: [
          ['authorization', MASKED],
          ['x-api-key', 'canary'],
        ],
        body: null,
      },
      isSecret,
    );
    expect(text).not.toContain('canary');
    await execute(text);
    const { headers } = server.take();
    expect(valuesOf(headers, 'authorization')).toBe(`Bearer ${secrets.PAYMENTS_API_TOKEN}`);
    expect(valuesOf(headers, 'x-api-key')).toBe('key');
  });
});

/** Fields with the same name, joined as RFC 9110 5.3 allows (cookies with a semicolon). */
function valuesOf(headers: HeaderList, name: string): string {
  return headers
    .filter(([each]) => each.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value)
    .join(name.toLowerCase() === 'cookie' ? '; ' : ', ')
    .replace(/ $/, '');
}
