import { describe, expect, it } from 'vitest';
import type { BuyersQuery } from '@shared/bridge/buyers';
import { exchangeOf } from '@shared/testing/exchanges';
import type { TransportResult } from '../transport/types';
import { PagesAhead } from './pages-ahead';
import { plainQuery } from './paged-service.fixture';
import { nextCursorIn } from './read-page';

const answer: TransportResult = {
  startedAt: '2026-01-01T00:00:00.000Z',
  sent: { method: 'GET', url: 'https://api.example/buyers', headers: [] },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    headers: [],
    bodyId: 'body',
    bodyBytes: 1,
    wireBytes: 1,
    undecoded: [],
    tls: null,
  },
  timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: 1, downloadMs: 1, totalMs: 2 },
  outcome: { kind: 'answered' },
  connection: null,
};

/** @param glance the cursor that the answer of a page seems to name. */
function open(glance: (cursor: string | null) => string | null, status: (cursor: string | null) => number) {
  const events: string[] = [];
  const page = (cursor: string | null): string => cursor ?? 'first';
  let last: string | null = null;
  const pages = new PagesAhead({
    ask: async ({ cursor }: BuyersQuery, answered) => {
      events.push(`ask ${page(cursor)}`);
      await Promise.resolve();
      last = cursor;
      const { response } = answer;
      await answered({ ...answer, response: response && { ...response, status: status(cursor) } });
      events.push(`read ${page(cursor)}`);
      if (status(cursor) === 0) throw new Error(`no ${page(cursor)}`);
      return exchangeOf(status(cursor), page(cursor));
    },
    nextCursorIn: () => Promise.resolve(glance(last)),
    leadsOn: (cursor) => cursor !== 'end',
    release: (exchange) => {
      events.push(
        `release ${JSON.stringify(exchange.response?.body)}`.replace(/.*"text":"(\w+)".*/, 'release $1'),
      );
      return Promise.resolve();
    },
  });
  return { pages, events, ask: (cursor: string | null) => pages.ask({ ...plainQuery, cursor }) };
}

const ok = (): number => 200;

describe('the pages of a load, asked for ahead', () => {
  it('asks for a page before the one in front of it is read, and for none behind that', async () => {
    const after = new Map([
      [null, 'b'],
      ['b', 'c'],
      ['c', 'end'],
    ]);
    const { events, ask } = open((cursor) => after.get(cursor) ?? null, ok);
    await ask(null);
    await new Promise(setImmediate);
    expect(events).toEqual(['ask first', 'ask b', 'read first']);
    await ask('b');
    await ask('c');
    expect(events).toEqual(['ask first', 'ask b', 'read first', 'ask c', 'read b', 'read c']);
  });

  it('asks anew, and from then on waits for each page, when a glance was wrong', async () => {
    const { events, ask } = open(() => 'wrong', ok);
    await ask(null);
    await ask('b');
    await ask('c');
    expect(events).toEqual([
      'ask first',
      'ask wrong',
      'read first',
      'read wrong',
      'release wrong',
      'ask b',
      'read b',
      'ask c',
      'read c',
    ]);
  });

  it('tells of a failure when the load comes to that page, and never of one that it does not come to', async () => {
    const { pages, ask } = open(
      () => 'b',
      (cursor) => (cursor === 'b' ? 0 : 200),
    );
    await ask(null);
    await new Promise(setImmediate);
    await expect(ask('b')).rejects.toThrow('no b');
    await ask(null);
    await pages.drop();
  });

  it('asks for nothing behind an answer that is no page', async () => {
    const { events, ask } = open(
      () => 'b',
      () => 503,
    );
    await ask(null);
    expect(events).toEqual(['ask first', 'read first']);
  });
});

describe('nextCursorIn', () => {
  const glance = (text: string) => {
    const bytes = Buffer.from(text, 'utf8');
    const { response } = answer;
    return nextCursorIn(
      { response: response && { ...response, bodyBytes: bytes.length } },
      { read: (_id, start, end) => Promise.resolve(bytes.subarray(Math.max(0, start), end)) },
    );
  };

  it('sees the cursor at the end of a page, and only one that is written plainly', async () => {
    const items = JSON.stringify([{ next_cursor: 'no', name: 'محمد'.repeat(400) }]);
    expect(await glance(`{"items":${items},"next_cursor":"a-b_c==","previous_cursor":null}`)).toBe('a-b_c==');
    expect(await glance(`{"items":${items}, "next_cursor" : "x" }`)).toBe('x');
    expect(await glance(`{"items":${items},"next_cursor":null}`)).toBeNull();
    expect(await glance(`{"items":[],"next_cursor":"a\\u0062"}`)).toBeNull();
    expect(await glance(`{"next_cursor":"x","items":${items}}`)).toBeNull();
    expect(await glance('')).toBeNull();
  });
});
