import { expect, it } from 'vitest';
import type { Body, Exchange } from '@shared/http/exchange';
import { exampleOf } from './example-of';

function answered(body: Body): Pick<Exchange, 'response' | 'startedAt' | 'timings'> {
  const times = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null };
  const rest = { httpVersion: '1.1', wireBytes: 0, tls: null };
  return {
    startedAt: '2026-11-22T10:00:00.000Z',
    timings: { ...times, totalMs: 84.4 },
    response: { ...rest, status: 200, statusText: 'OK', headers: [['Content-Type', 'text/plain']], body },
  };
}

it('an example has the status, type and text of an answer, and when it came', () => {
  expect(exampleOf(answered({ kind: 'text', text: 'a', bytes: 1, bodyId: null }))).toEqual({
    status: 200,
    statusText: 'OK',
    contentType: 'text/plain',
    body: 'a',
    answeredAt: '2026-11-22T10:00:00.084Z',
  });
  expect(exampleOf(answered({ kind: 'none' }))).toMatchObject({ body: null });
});

it('there is none without an answer, or for a large one', () => {
  expect(exampleOf({ ...answered({ kind: 'none' }), response: null })).toEqual({ why: 'no answer came' });
  const text = 'a'.repeat(100_001);
  expect(exampleOf(answered({ kind: 'text', text, bytes: 100_001, bodyId: null }))).toEqual({
    why: 'over 100 kB',
  });
});

it('there is none for a partial answer, for one that is not text, or for one that was stored', () => {
  const stored = { kind: 'stored', bodyId: 'b', bytes: 5 } as const;
  const whyOf = (encoding: 'utf-8' | 'binary', complete: boolean) =>
    exampleOf(answered({ ...stored, encoding, complete }));
  expect(whyOf('utf-8', false)).toEqual({ why: 'only a part of it came' });
  expect(whyOf('binary', true)).toEqual({ why: 'not text' });
  expect(whyOf('utf-8', true)).toEqual({ why: 'over 100 kB' });
});

it('there is none with a status that HTTP does not have', () => {
  const { response, ...rest } = answered({ kind: 'none' });
  expect(exampleOf({ ...rest, response: response && { ...response, status: 999 } })).toEqual({
    why: '999 is no status of HTTP',
  });
});
