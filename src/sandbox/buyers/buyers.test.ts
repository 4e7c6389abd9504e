import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuyerPage } from '@contract';
import { checkResponse } from '@contract/findings';
import { RequestRefused } from '../errors/api-error';
import { useSandbox } from '../test-fixtures/client';
import { BlockCipher } from './block-permutation';
import { CursorSigner, type CursorPosition } from './cursor';
import { BuyerDirectory, MAX_ROW_LENGTH } from './directory';
import { BuyerHandler } from './buyer-handler';
import { firstNames, lastNames } from './names';
import { PageBytes } from './page-bytes';

function handler(count: number, seed = 1, accountNumber = 0): BuyerHandler {
  return new BuyerHandler({ count, seed, account: accountNumber === 0 ? 'acme' : 'globex', accountNumber });
}

function page(from: BuyerHandler, query: { cursor?: string | null; limit?: number } = {}): BuyerPage {
  const { cursor, ...rest } = query;
  const { status, body } = from.list({ ...rest, ...(cursor ? { cursor } : {}) });
  expect(status).toBe(200);
  return JSON.parse(String(body));
}

const bytes = new PageBytes();

function rowText(directory: BuyerDirectory, place: number): string {
  bytes.begin(MAX_ROW_LENGTH);
  directory.write(place, bytes);
  return String(bytes.end());
}

/** Every id, going forward and then back. */
function walk(from: BuyerHandler, limit: number): { forth: string[]; back: string[]; pages: number } {
  const forth: string[] = [];
  let current = page(from, { limit });
  expect(current.previous_cursor).toBeNull();
  let pages = 1;
  for (;;) {
    expect(current.limit).toBe(limit);
    expect(current.items.length).toBeLessThanOrEqual(limit);
    forth.push(...current.items.map(({ id }) => id));
    if (!current.next_cursor) break;
    current = page(from, { limit, cursor: current.next_cursor });
    pages += 1;
  }
  const back: string[] = [];
  for (;;) {
    back.unshift(...current.items.map(({ id }) => id));
    if (!current.previous_cursor) break;
    current = page(from, { limit, cursor: current.previous_cursor });
  }
  return { forth, back, pages };
}

describe('paging through the buyers', () => {
  it('returns each one once, in both directions, for any count and limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 100 }), (count, limit) => {
        const { forth, back, pages } = walk(handler(count), limit);
        expect(forth).toHaveLength(count);
        expect(new Set(forth).size).toBe(count);
        expect(back).toEqual(forth);
        expect(pages).toBe(Math.max(1, Math.ceil(count / limit)));
      }),
      { numRuns: 60 },
    );
  });

  it('can change the limit along the way', () => {
    const buyers = handler(100);
    const first = page(buyers, { limit: 7 });
    const second = page(buyers, { limit: 30, cursor: first.next_cursor ?? null });
    const again = page(buyers, { limit: 100, cursor: second.previous_cursor ?? null });
    expect(again.items).toEqual(first.items);
    expect(again.previous_cursor).toBeNull();
    expect(second.items).toHaveLength(30);
  });

  it('returns one per page with limit 1, and 20 by default', () => {
    const one = page(handler(5), { limit: 1 });
    expect([one.items.length, one.limit]).toEqual([1, 1]);
    const usual = page(handler(50));
    expect([usual.items.length, usual.limit]).toEqual([20, 20]);
    const none = page(handler(0));
    expect(none).toEqual({ items: [], limit: 20, next_cursor: null, previous_cursor: null });
  });

  it('conforms to the contract on every page', () => {
    let current = page(handler(400), { limit: 100 });
    for (;;) {
      expect(checkResponse('list_buyers', 200, current).findings).toEqual([]);
      if (!current.next_cursor) break;
      current = page(handler(400), { limit: 100, cursor: current.next_cursor });
    }
  });
});

describe('BuyerDirectory', () => {
  it('gives the same buyers for the same seed and account only', () => {
    const ids = (seed: number, account: number): string[] =>
      [0, 1, 999_999].map(
        (place) => JSON.parse(rowText(new BuyerDirectory(1_000_000, seed, account), place)).id,
      );
    expect(ids(1, 0)).toEqual(ids(1, 0));
    expect(ids(1, 0)).not.toEqual(ids(2, 0));
    expect(ids(1, 0)).not.toEqual(ids(1, 1));
    expect(ids(1, 0)).toEqual([
      '8fb3f8f2-7ee8-4ea0-950d-65317a873fd6',
      '34c847ad-14ea-4aa3-bdb3-275ffcac5c11',
      '242b6fe7-4cb3-46cd-987d-f7c8f7baabb2',
    ]);
  });

  it('never repeats the first eight digits of an ID among 200,000', () => {
    const directory = new BuyerDirectory(200_000, 1, 0);
    const seen = new Set<string>();
    for (let place = 0; place < 200_000; place += 1) seen.add(rowText(directory, place).slice(7, 15));
    expect(seen.size).toBe(200_000);
  });

  it('sorts by creation, newest first, with no update before the creation', () => {
    const directory = new BuyerDirectory(50_000_000, 3, 1);
    let last = '9999';
    for (const place of [0, 1, 2, 500, 501, 40_000_000, 49_999_999]) {
      const { created_at, updated_at } = JSON.parse(rowText(directory, place));
      expect(created_at < last).toBe(true);
      expect(updated_at >= created_at).toBe(true);
      expect(new Date(created_at).toISOString().replace('Z', '+00:00')).toBe(created_at);
      last = created_at;
    }
  });

  it('has names that need no JSON escapes', () => {
    for (const name of [...firstNames, ...lastNames]) expect(JSON.stringify(name)).toBe(`"${name}"`);
  });
});

function cursorOf(signer: CursorSigner, direction: 'next' | 'previous', place: number): string {
  const page = new PageBytes();
  page.begin(100);
  signer.put(direction, place, page);
  return String(page.end());
}

describe('cursors', () => {
  it('round-trip', () => {
    const signer = new CursorSigner(1, 'acme');
    fc.assert(
      fc.property(
        fc.constantFrom('next' as const, 'previous' as const),
        fc.nat({ max: 2 ** 32 - 1 }),
        (direction, place) => {
          expect(signer.read(cursorOf(signer, direction, place))).toEqual({ direction, place });
        },
      ),
    );
  });

  it('are rejected if any character is changed', () => {
    const signer = new CursorSigner(1, 'acme');
    const cursor = cursorOf(signer, 'next', 20);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < cursor.length; at += 1) {
      for (const letter of letters) {
        if (letter === cursor.charAt(at)) continue;
        expect(signer.read(cursor.slice(0, at) + letter + cursor.slice(at + 1))).toBeNull();
      }
    }
    const others = ['=', '+', '/', 'é', '\ud83d'].map((letter) => cursor.replace(/.$/, letter));
    for (const other of [
      '',
      cursor.slice(1),
      `${cursor}A`,
      ` ${cursor}`,
      cursor.replace(/./, '='),
      ...others,
    ]) {
      expect(signer.read(other)).toBeNull();
    }
  });

  it('are rejected with a character of another alphabet', () => {
    const signer = new CursorSigner(1, 'acme');
    for (let place = 0; place < 300; place += 1) {
      const cursor = cursorOf(signer, 'next', place);
      for (const [own, other] of ['-+', '_/', '_=', '_é']) {
        if (own === undefined || other === undefined || !cursor.includes(own)) continue;
        expect([cursor, signer.read(cursor.replace(own, other))]).toEqual([cursor, null]);
      }
    }
  });

  it('are rejected with any other bit set in their block', () => {
    const digest = createHmac('sha256', 'payments-api-sandbox cursor 1').update('acme').digest();
    const cipher = new BlockCipher(Int32Array.from([0, 4, 8, 12], (at) => digest.readInt32LE(at)));
    const signer = new CursorSigner(1, 'acme');
    const read = (...words: readonly number[]): CursorPosition | null => {
      const block = Int32Array.from(words);
      cipher.encipher(block);
      return signer.read(Buffer.from(block.buffer).toString('base64url'));
    };
    const [version, next, previous] = [3, 1 << 8, 2 << 8];
    expect(read(version | next, 20, 0, 0)).toEqual({ direction: 'next', place: 20 });
    expect(read(version | previous, -1, 0, 0)).toEqual({ direction: 'previous', place: 2 ** 32 - 1 });
    for (let bit = 0; bit < 32; bit += 1) {
      expect(read((version | next) ^ (1 << bit), 20, 0, 0)).toBeNull();
      expect(read((version | previous) ^ (1 << bit), 20, 0, 0)).toBeNull();
      expect(read(version | next, 20, 1 << bit, 0)).toBeNull();
      expect(read(version | next, 20, 0, 1 << bit)).toBeNull();
    }
  });

  it('of an earlier version are rejected with a message that says so', () => {
    const earlier = '3Ou_iulb0xmBTVmxPk5eYg';
    const refused: unknown = (() => {
      try {
        return handler(2500).list({ limit: 2, cursor: earlier });
      } catch (error) {
        return error;
      }
    })();
    if (!(refused instanceof RequestRefused)) throw new Error('It was not refused.');
    expect(refused.status).toBe(400);
    expect(refused.reason).toContain('an earlier version of the sandbox');
    expect(refused.reason).toContain('Start again without a cursor');
  });

  it('of another account or seed are rejected, but those of the same seed survive a restart', () => {
    const cursor = cursorOf(new CursorSigner(1, 'acme'), 'next', 20);
    expect(new CursorSigner(1, 'acme').read(cursor)).not.toBeNull();
    expect(new CursorSigner(1, 'globex').read(cursor)).toBeNull();
    expect(new CursorSigner(2, 'acme').read(cursor)).toBeNull();
  });

  it('beyond the end of a smaller directory are rejected', () => {
    const { next_cursor } = page(handler(1000), { limit: 100 });
    expect(() => page(handler(50), { cursor: next_cursor ?? null })).toThrow(RequestRefused);
  });
});

describe('GET /buyers', () => {
  const sandbox = useSandbox({ buyers: 30 });

  it.each([
    '0',
    '101',
    '-1',
    '2147483648',
    '99999999999999999999',
    '1.5',
    '1e1',
    'ten',
    '',
    ' 5',
    '+5',
    '05',
  ])('rejects the limit "%s" with a detail', async (limit) => {
    const { status, json } = await sandbox.call(`/buyers?limit=${encodeURIComponent(limit)}`);
    expect(status).toBe(400);
    expect(json).toMatchObject({ details: [{ location: 'query', pointer: '/limit', type: 'value_error' }] });
  });

  it('rejects an invalid cursor and limit with a detail each, and a repeated limit', async () => {
    const both = await sandbox.call('/buyers?limit=0&cursor=abc');
    expect(both.json).toMatchObject({ details: [{ pointer: '/limit' }, { pointer: '/cursor' }] });
    const twice = await sandbox.call('/buyers?limit=5&limit=6');
    expect([twice.status, twice.json]).toMatchObject([400, { details: [{ pointer: '/limit' }] }]);
  });

  it('selects the account by header, the first one by default', async () => {
    const { merchantAccounts } = sandbox.description;
    const of = async (account: string | null): Promise<unknown> =>
      (
        await sandbox.call(
          '/buyers?limit=30',
          account === null ? {} : { headers: { 'x-service-merchant-account-id': account } },
        )
      ).json;
    expect(await of(null)).toEqual(await of(merchantAccounts[0] ?? ''));
    expect(await of(null)).toEqual(await of(''));
    expect(await of(merchantAccounts[1] ?? '')).not.toEqual(await of(null));
  });

  it('ignores query parameters that the specification does not list', async () => {
    expect((await sandbox.call('/buyers?search=ada&limit=1')).status).toBe(200);
  });
});
