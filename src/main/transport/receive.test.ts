import { randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { INLINE_BODY_BYTES } from '@shared/http/exchange';
import { receiveBody } from './receive';
import { PLAIN_OPTIONS } from './test-fixtures/harness';
import { encoded, head, useScript, type Script } from './test-fixtures/use-script';

const server = useScript();
const { harness, answerOf } = server;

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
    server.follow({
      pieces: [head('Transfer-Encoding: chunked'), '1\r\nx\r\n'.repeat(chunks), '0\r\n\r\n'],
      then: 'end',
    });
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
      server.follow({ pieces: encoded('gzip, gzip', wire), then: 'stay' });
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
    server.follow({ pieces: encoded(coding, body), then: 'end' });
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
