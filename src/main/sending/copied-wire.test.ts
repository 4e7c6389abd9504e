import fc from 'fast-check';
import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyAs, type CopiedRequest, type CopyFormat } from '@renderer/tools/copy-as/copy-as';
import type { HeaderList, SentRequest } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import { secretHeaderTest } from '@shared/secrets/secret-headers';
import { testingProfile } from '@shared/testing/testing-profile';
import { useTestingDatabase } from '../testing/use-testing-database';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { anything, NASTY, specOf, type Asked } from './awkward-requests.fixture';
import { testingSender, type TestingSender } from './testing-sender';

/** What the app sends and what its copied code sends, both as a server on loopback gets them. */
const harness = useHarness();
const testing = useTestingDatabase();
let server: RawServer;
let app: TestingSender;

beforeEach(async () => {
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
  });
  app = testingSender(harness, testing, { bearerFor: () => Promise.resolve(TOKEN) });
});
afterEach(() => server.close());

const TOKEN = 'token-with-$-and-\\-and-`';

interface OnTheWire {
  readonly line: string;
  /** Latin-1, in order; values without surrounding spaces. */
  readonly headers: HeaderList;
  readonly body: string;
}

/** The only request since `before` requests. */
function lastRequest(before: number): OnTheWire {
  const [bytes, ...more] = server.requests.slice(before);
  if (bytes === undefined || more.length > 0)
    throw new Error(`${more.length + (bytes ? 1 : 0)} requests came`);
  return onTheWire(bytes);
}

function onTheWire(bytes: Buffer): OnTheWire {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((text): [string, string] => {
    const colon = text.indexOf(':');
    return [text.slice(0, colon), text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')];
  });
  return { line, headers, body: bytes.subarray(end + 4).toString('latin1') };
}

/** What went out, or null if the app refuses to send it. */
async function sendByApp(asked: Asked): Promise<{ sent: OnTheWire; request: SentRequest } | null> {
  const before = server.requests.length;
  const profile = testingProfile({ baseUrl: server.url });
  const result = await app.submit(specOf(asked), profile).catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
    return null;
  });
  if (result === null) return null;
  if (result.kind !== 'sent') throw new Error('the person said no');
  return { sent: lastRequest(before), request: result.exchange.request };
}

/** The code, as the window copies it. */
function copyOf({ method, url, headers, body }: SentRequest, format: CopyFormat): Promise<CopiedRequest> {
  const text = body.kind === 'text' ? body.text : null;
  return copyAs(format, { method, url, headers, body: text }, secretHeaderTest([]));
}

/** A value for each variable: what the app sent in its header. */
function environment(
  { variables }: Pick<CopiedRequest, 'variables'>,
  { headers }: OnTheWire,
): Record<string, string> {
  return Object.fromEntries(
    variables.map(({ name, header }) => {
      const value = headers.find(([its]) => its === header)?.[1] ?? '';
      return [name, header === 'authorization' ? value.replace('Bearer ', '') : value];
    }),
  );
}

/** Pastes it into bash, with `!` standing for earlier commands as in a terminal. No curlrc, no proxy. */
async function paste(text: string, values: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', NO_PROXY: '*', ...values };
  const shell = spawn('bash', ['--norc'], { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const quiet = text.replace('curl --http1.1', 'curl --silent --show-error --max-time 20 --http1.1');
  await hand(shell, `set -o history -o histexpand\n${quiet}\n`);
}

/** Gives a program its input, and waits for its end. Throws if it complains. */
async function hand(program: ChildProcessByStdio<Writable, null, Readable>, input: string): Promise<void> {
  program.stdin.end(input);
  let trouble = '';
  program.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    program.on('error', reject);
    program.on('close', resolve);
  });
  if (code !== 0 || trouble !== '') throw new Error(`${trouble}\nexit ${code} of\n${input.slice(0, 2000)}`);
}

/** Runs it as a module of Node. */
async function run(text: string, env: Record<string, string>): Promise<void> {
  const program = new Function('process', 'console', `return (async () => {${text}})()`) as (
    process: { env: Record<string, string> },
    console: { log: () => void },
  ) => Promise<void>;
  await program({ env }, { log: () => undefined });
}

/** False if the app refuses to send it. */
async function expectTheSame(asked: Asked): Promise<boolean> {
  const byApp = await sendByApp(asked);
  if (byApp === null) return false;
  const { sent, request } = byApp;
  const isBodyless = sent.body === '';
  // curl waits for a body after a HEAD that has one itself, and fetch sends none with GET and HEAD: the copies say so.
  if (isBodyless || asked.method !== 'HEAD') {
    const { text, ...copied } = await copyOf(request, 'curl');
    expect(ordered(await sentBy(() => paste(text, environment(copied, sent))))).toEqual(ordered(sent));
  }
  if (isBodyless || !/^(?:GET|HEAD)$/.test(asked.method ?? '')) {
    const { text, ...copied } = await copyOf(request, 'fetch');
    const got = await sentBy(() => run(text, environment(copied, sent)));
    expect([got.line, got.body]).toEqual([sent.line, sent.body]);
    expectTheSameHeaders(got, sent);
  }
  return true;
}

/** Of a library that writes headers in an order and case of its own, adds some, and gives no length of nothing. */
function expectTheSameHeaders(got: OnTheWire, sent: OnTheWire): void {
  const names = sent.headers.map(([name]) => name);
  for (const name of names.filter((each) => sent.body !== '' || each !== 'content-length'))
    expect(valuesOf(got.headers, name)).toBe(valuesOf(sent.headers, name));
}

async function sentBy(code: () => Promise<void>): Promise<OnTheWire> {
  const before = server.requests.length;
  await code();
  return lastRequest(before);
}

/** The length of a body at the end: curl may write it at another place. */
function ordered({ headers, ...rest }: OnTheWire): OnTheWire {
  const isLength = ([name]: HeaderList[number]): boolean =>
    rest.body !== '' && name.toLowerCase() === 'content-length';
  const lengths = headers.filter(isLength).map(([, value]) => ['content-length', value] as const);
  return { ...rest, headers: [...headers.filter((header) => !isLength(header)), ...lengths] };
}

/** Of one name, joined as RFC 9110 5.3 allows (cookies with a semicolon). */
function valuesOf(headers: HeaderList, name: string): string {
  return headers
    .filter(([each]) => each.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value)
    .join(name.toLowerCase() === 'cookie' ? '; ' : ', ')
    .trim();
}

it('pastes into a shell that replaces exclamation marks, as one in a terminal does', async () => {
  await expect(paste('echo "it works!now"', {})).rejects.toThrow('event not found');
  await expect(paste("echo 'it works!now'", {})).resolves.toBeUndefined();
});

describe('copied commands for cURL and calls of fetch send the same bytes as the app', () => {
  it('of everything that is awkward to quote', async () => {
    for (const [what, asked] of NASTY) {
      const sent = await expectTheSame(asked).catch((cause: unknown) => {
        throw new Error(what, { cause });
      });
      expect([what, sent]).toEqual([what, true]);
    }
  });

  it('of anything', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (asked) => fc.pre(await expectTheSame(asked))),
      { numRuns: 20 },
    );
  });
});

/** In one process, because the library takes a while to load. */
const RUN_ALL = `
import json, os, sys
for program in json.load(sys.stdin):
    os.environ.update(program["env"])
    exec(program["text"], {"print": lambda *words: None})`;
const FIND_REQUESTS = "import importlib.util, sys; sys.exit(importlib.util.find_spec('requests') is None)";
/** Set-up does not install it, as the app does not need it. */
const hasRequests = spawnSync('python3', ['-c', FIND_REQUESTS]).status === 0;

it.skipIf(!hasRequests)(
  'copied code for Python sends the same, where the library requests is installed',
  async () => {
    const copies = [];
    for (const [what, asked] of NASTY) {
      const byApp = await sendByApp(asked);
      if (byApp === null) throw new Error(what);
      copies.push({ ...byApp, what, copied: await copyOf(byApp.request, 'python-requests') });
    }
    const before = server.requests.length;
    const programs = copies.map(({ copied, sent }) => ({
      text: copied.text,
      env: environment(copied, sent),
    }));
    const env = { ...process.env, NO_PROXY: '*', PYTHONIOENCODING: 'utf-8' };
    const python = spawn('python3', ['-c', RUN_ALL], { env, stdio: ['pipe', 'ignore', 'pipe'] });
    await hand(python, JSON.stringify(programs));
    const all = server.requests.slice(before).map(onTheWire);
    expect(all).toHaveLength(copies.length);
    copies.forEach(({ sent, what, copied }, at) => {
      const got = all[at] ?? sent;
      if (!copied.notes.join().includes('%XX')) expect([what, got.line]).toEqual([what, sent.line]);
      expect([what, got.body]).toEqual([what, sent.body]);
      expectTheSameHeaders(got, sent);
    });
  },
);
