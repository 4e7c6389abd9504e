import { randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INLINE_BODY_BYTES } from '@shared/http/exchange';
import { receiveBody } from './receive';
import { PLAIN_OPTIONS } from './test-fixtures/harness';
import { useHarness } from './test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from './test-fixtures/raw-server';
import type { TransportOptions, TransportResult } from './types';

/**
 * What the server writes next, piece by piece; then it closes the connection (`end`), breaks it (`destroy`), or keeps
 * it open.
 */
interface Script {
  readonly pieces: readonly (string | Uint8Array)[];
  readonly then: 'end' | 'reset' | 'stay';
}

let script: Script = { pieces: [], then: 'end' };
let server: RawServer;
const harness = useHarness();

beforeAll(async () => {
  server = await startRawServer((socket, received) => {
    if (!isWholeRequest(received)) return;
    const { pieces, then } = script;
    const writeFrom = (index: number): void => {
      const piece = pieces[index];
      if (piece !== undefined) socket.write(piece, () => writeFrom(index + 1));
      else if (then === 'end') socket.end();
      else if (then === 'reset') socket.resetAndDestroy();
    };
    writeFrom(0);
  });
});
afterAll(async () => {
  await server.close();
});

async function answerOf(
  pieces: Script['pieces'],
  then: Script['then'] = 'end',
  options: Partial<TransportOptions> & { method?: string } = {},
): Promise<{ result: TransportResult; body: Buffer }> {
  script = { pieces, then };
  // A new connection for each answer, because the server hangs up without announcing it.
  const headers = [['connection', 'close']] as const;
  const request = { method: options.method ?? 'GET', url: server.url, headers, body: null };
  const result = await harness.transport.send(request, { ...PLAIN_OPTIONS, ...options }).result;
  const { response } = result;
  const body = response ? await harness.bodies.read(response.bodyId, 0, response.bodyBytes) : null;
  return { result, body: body ?? Buffer.alloc(0) };
}

function head(...lines: string[]): string {
  return ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
}

function encoded(coding: string, body: Uint8Array): Script['pieces'] {
  return [head(`Content-Encoding: ${coding}`, `Content-Length: ${body.length}`), body];
}

describe('the response', () => {
  it('keeps its headers in order and case, including repeated ones', async () => {
    const lines = [
      'X-b: 1',
      'x-A: \xe9',
      'X-B: 2',
      'Set-Cookie: a=1',
      'Set-Cookie: b=2',
      'Content-Length: 0',
    ];
    const { result } = await answerOf([Buffer.from(head(...lines), 'latin1')]);
    expect(result.response?.headers.map(([name, value]) => `${name}: ${value}`)).toEqual(lines);
    expect(result.response).toMatchObject({ status: 200, statusText: 'OK', httpVersion: '1.1', tls: null });
  });

  it('keeps more headers than Node allows by default', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `h: ${index}`);
    const { result } = await answerOf([head(...lines, 'Content-Length: 0')]);
    expect(result.response?.headers).toHaveLength(3_001);
  });

  it('skips interim responses', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    const { result, body } = await answerOf([interim, interim, head('Content-Length: 2'), 'ok']);
    expect(result.response?.status).toBe(200);
    expect(body.toString()).toBe('ok');
    expect(result.timings.firstByteMs).not.toBeNull();
  });

  it.each([301, 302, 303, 307, 308])('is a %s itself: no redirect is followed', async (status) => {
    const before = server.requests.length;
    const { result } = await answerOf([
      `HTTP/1.1 ${status} Moved\r\nLocation: ${server.url}/x\r\nContent-Length: 0\r\n\r\n`,
    ]);
    expect(result.response?.status).toBe(status);
    expect(server.requests.length).toBe(before + 1);
  });

  it.each([
    ['HEAD', 'HEAD', head('Content-Length: 99', 'Content-Encoding: gzip')],
    ['204', 'GET', 'HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n'],
    ['304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n'],
    [
      'an empty 422',
      'GET',
      'HTTP/1.1 422 Unprocessable Entity\r\nContent-Length: 0\r\nContent-Encoding: br\r\n\r\n',
    ],
  ])('has no body for %s', async (_name, method, text) => {
    const { result, body } = await answerOf([text], 'end', { method });
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect(body.length).toBe(0);
  });

  it.each([
    ['HEAD', 'HEAD', head()],
    ['204', 'POST', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['304', 'GET', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
  ])('is complete with the head of %s, whatever follows', async (_name, method, text) => {
    for (const then of ['end', 'reset', 'stay'] as const) {
      const { result, body } = await answerOf([`${text}not HTTP`], then, { method });
      expect(result.outcome).toEqual({ kind: 'answered' });
      expect(body.length).toBe(0);
    }
  });

  it('is complete with its head even where the runtime waits for a body, as Node 16 does after a 204 that announces one', async () => {
    const waiting = new IncomingMessage(new Socket());
    const watch = { goesOn: () => undefined, hasBody: false };
    const received = await receiveBody(waiting, harness.bodies.receive(), 100, () => null, watch);
    expect(received).toMatchObject({ failure: null, bodyBytes: 0 });
    expect(waiting.destroyed).toBe(true);
  });

  it('may end with the connection, even in HTTP/1.0', async () => {
    const { result, body } = await answerOf(['HTTP/1.0 200 OK\r\n\r\n', 'abc', 'def']);
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect(result.response?.httpVersion).toBe('1.0');
    expect(body.toString()).toBe('abcdef');
  });

  it('is passed on in few pieces, even if each of its bytes is a chunk', async () => {
    const chunks = 200_000;
    script = {
      pieces: [head('Transfer-Encoding: chunked'), '1\r\nx\r\n'.repeat(chunks), '0\r\n\r\n'],
      then: 'end',
    };
    let pieces = 0;
    const request = { method: 'GET', url: server.url, headers: [], body: null };
    const onPiece = (): void => void (pieces += 1);
    const { response } = await harness.transport.send(request, PLAIN_OPTIONS, { onPiece }).result;
    expect(response?.bodyBytes).toBe(chunks);
    expect(pieces).toBeLessThan(2_000);
  });

  it('may arrive chunked, byte by byte, with a trailer', async () => {
    const text = `${head('Transfer-Encoding: chunked', 'Trailer: x')}3\r\nabc\r\n4;ext=1\r\ndefg\r\n0\r\nx: y\r\n\r\n`;
    const { result, body } = await answerOf([...text]);
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect(body.toString()).toBe('abcdefg');
    expect(result.response?.wireBytes).toBe(7);
  });
});

describe('decoding', () => {
  const text = Buffer.from('{"cards":["☃"]}'.repeat(5_000));
  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
    ['identity, gzip , br', brotliCompressSync(gzipSync(text))],
    ['gzip', Buffer.concat([gzipSync(text.subarray(0, 999)), gzipSync(text.subarray(999))])],
  ])('decodes %s', async (coding, wire) => {
    const { result, body } = await answerOf(encoded(coding, wire));
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect(body.equals(text)).toBe(true);
    expect(result.response).toMatchObject({ wireBytes: wire.length, bodyBytes: text.length, undecoded: [] });
  });

  it('decodes any body, however it is split', async () => {
    const codings = fc.constantFrom<readonly [string, (body: Uint8Array) => Buffer]>(
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['deflate', deflateRawSync],
      ['br', brotliCompressSync],
    );
    await fc.assert(
      fc.asyncProperty(
        codings,
        fc.uint8Array({ maxLength: 3_000 }),
        fc.integer({ min: 1, max: 400 }),
        async ([coding, encode], content, size) => {
          const wire = encode(content);
          const pieces = [head(`Content-Encoding: ${coding}`, `Content-Length: ${wire.length}`)];
          const { result, body } = await answerOf([...pieces, ...slices(wire, size)]);
          expect(result.outcome).toEqual({ kind: 'answered' });
          expect(body.equals(content)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  describe.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
  ])('reports bytes that follow the end of %s', (coding, wire) => {
    // The decoder may have ended before the next bytes arrive, and would then never end again.
    it.each([
      ['at once', [Buffer.concat([wire, Buffer.from('more')])]],
      ['later', [wire, 'more']],
      ['later, one after the other', [wire, 'm', 'o', 're']],
      ['in part with it', [Buffer.concat([wire, Buffer.from('mo')]), 're']],
      ['and are zeros', [wire, '\0\0', '\0\0']],
    ])('%s', async (_when, pieces) => {
      const announced = head(`Content-Encoding: ${coding}`, `Content-Length: ${wire.length + 4}`);
      const { result, body } = await answerOf([announced, ...pieces]);
      expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'bad-encoding' });
      // Only gzip's own decoder looks at them, and gives up what came with them.
      if (coding !== 'gzip') expect(body.equals(text)).toBe(true);
    });
  });

  it('leaves an unknown coding in place, and says so', async () => {
    const { result, body } = await answerOf(encoded('zstd, gzip', gzipSync('opaque')));
    expect(result.response?.undecoded).toEqual(['zstd']);
    expect(body.toString()).toBe('opaque');
  });

  it('decodes only a limited number of layers', async () => {
    const { result } = await answerOf(encoded('gzip,gzip,gzip,gzip,gzip,gzip', Buffer.from('x')));
    expect(result.response?.undecoded).toHaveLength(6);
  });

  it.each([
    ['gzip', Buffer.from('this is no gzip')],
    ['br', Buffer.alloc(64, 0xff)],
    ['deflate', Buffer.from([8, 255, 255])],
    ['gzip', gzipSync(text).subarray(0, 60)],
  ])('reports a body that is not %s', async (coding, wire) => {
    const { result } = await answerOf(encoded(coding, wire));
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'bad-encoding', mayHaveArrived: true });
    expect(result.response?.status).toBe(200);
  });
});

describe('limits', () => {
  it('accepts a body of exactly the limit', async () => {
    const { result } = await answerOf([head('Content-Length: 1000'), 'x'.repeat(1000)], 'end', {
      bodyLimitBytes: 1000,
    });
    expect(result.outcome).toEqual({ kind: 'answered' });
  });

  it('keeps the beginning of a larger body and drops the connection', async () => {
    const { result, body } = await answerOf([head(), 'x'.repeat(5000)], 'stay', { bodyLimitBytes: 1001 });
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'too-large' });
    expect(body.toString()).toBe('x'.repeat(1001));
    expect(harness.bodies.facts(result.response?.bodyId ?? '')?.complete).toBe(false);
    await new Promise<void>((resolve) => {
      const socket = server.sockets[server.sockets.length - 1];
      if (!socket || socket.destroyed) resolve();
      else socket.once('close', () => resolve());
    });
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(20_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(20_000_000)))],
    ['br', brotliCompressSync(Buffer.alloc(20_000_000))],
  ])('stops a %s bomb at the limit', async (coding, bomb) => {
    expect(bomb.length).toBeLessThan(300_000);
    const { result } = await answerOf(encoded(coding, bomb), 'stay', { bodyLimitBytes: 1_000_000 });
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'too-large' });
    expect(result.response?.bodyBytes).toBe(1_000_000);
  });

  describe('of time end the decoding of a body that has wholly arrived', () => {
    const nothing = gzipSync('');
    let wire: Buffer;
    beforeAll(() => {
      wire = gzipSync(Buffer.alloc(5_000_000 * nothing.length, nothing), { level: 1 });
    });

    it.each([
      ['once cancelled', { kind: 'cancelled', mayHaveArrived: true }, 200, 60_000],
      ['at the total timeout', { kind: 'failed', failure: 'total-timeout' }, 60_000, 500],
    ])('%s', async (_name, outcome, cancelMs, totalMs) => {
      script = { pieces: encoded('gzip, gzip', wire), then: 'stay' };
      const request = { method: 'GET', url: server.url, headers: [], body: null };
      const timeouts = { connectMs: 5_000, totalMs };
      const call = harness.transport.send(request, { ...PLAIN_OPTIONS, timeouts });
      const cancelling = setTimeout(() => call.cancel(), cancelMs);
      const result = await call.result;
      clearTimeout(cancelling);
      expect(result.outcome).toMatchObject(outcome);
    });
  });

  it('counts the output of every layer, even if the last one produces nothing', async () => {
    const nothing = gzipSync('');
    const inner = Buffer.alloc(100_000 * nothing.length, nothing);
    const { result } = await answerOf(encoded('gzip, gzip', gzipSync(inner)), 'stay', {
      bodyLimitBytes: 1_000_000,
    });
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'too-large' });
  });
});

describe('a truncated answer', () => {
  it.each<[string, Script['pieces'], Script['then'], string]>([
    ['before content-length', [head('Content-Length: 10'), 'abc'], 'end', 'abc'],
    ['before content-length, by a reset', [head('Content-Length: 10'), 'abc'], 'reset', 'abc'],
    ['inside a chunk', [head('Transfer-Encoding: chunked'), '5\r\nab'], 'end', 'ab'],
    ['between chunks', [head('Transfer-Encoding: chunked'), '2\r\nab\r\n'], 'end', 'ab'],
  ])('%s is reported, and what came is kept', async (_name, pieces, then, kept) => {
    const { result, body } = await answerOf(pieces, then);
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'truncated', mayHaveArrived: true });
    expect(result.response?.status).toBe(200);
    // A reset may overtake bytes in the operating system; an orderly close never does.
    if (then === 'end') expect(body.toString()).toBe(kept);
    expect(harness.bodies.facts(result.response?.bodyId ?? '')?.complete).toBe(false);
  });

  it('is not reported as badly encoded when compressed, and what came is decoded', async () => {
    const content = randomBytes(50_000);
    const wire = gzipSync(content, { level: 0 });
    const { result, body } = await answerOf([
      head('Content-Encoding: gzip', 'Content-Length: 99999'),
      wire.subarray(0, 40_000),
    ]);
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'truncated' });
    expect(result.response?.wireBytes).toBe(40_000);
    expect(body.length).toBeGreaterThan(39_900);
    expect(body.equals(content.subarray(0, body.length))).toBe(true);
  });

  it('is a protocol failure if a chunk has no length', async () => {
    const { result, body } = await answerOf(
      [head('Transfer-Encoding: chunked'), '2\r\nab\r\n', 'zz\r\n'],
      'stay',
    );
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'protocol', mayHaveArrived: true });
    expect(body.toString()).toBe('ab');
  });
});

describe('the callback for the beginning of a large answer', () => {
  const HELD_MS = 400;
  const large = randomBytes(3_000_000);

  it.each([
    ['a large one', 'identity', Buffer.alloc(20_000_000)],
    ['one whose rest fits into memory', 'identity', Buffer.alloc(INLINE_BODY_BYTES + 10_000)],
    ['a compressed one', 'gzip', gzipSync(large)],
  ])('holds back the rest of %s, and that time is not counted', async (_, coding, body) => {
    script = { pieces: encoded(coding, body), then: 'end' };
    const request = {
      method: 'GET',
      url: server.url,
      headers: [['connection', 'close']] as const,
      body: null,
    };
    const began = performance.now();
    const onBeginning = () => new Promise<void>((resolve) => setTimeout(resolve, HELD_MS));
    const { response, timings } = await harness.transport.send(request, PLAIN_OPTIONS, { onBeginning })
      .result;
    const took = performance.now() - began;
    expect(response?.bodyBytes).toBe(coding === 'gzip' ? large.length : body.length);
    // While the answer was held, the rest may have arrived in the socket's buffers.
    expect(timings.totalMs).toBeLessThan(took - HELD_MS / 2);
    expect(timings.downloadMs).toBeLessThan(took - HELD_MS / 2);
  });
});

function slices(bytes: Uint8Array, size: number): Uint8Array[] {
  const list: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += size) list.push(bytes.subarray(start, start + size));
  return list;
}
