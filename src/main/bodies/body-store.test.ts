import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INLINE_BODY_BYTES } from '@shared/http/exchange';
import { BodyStore } from './body-store';
import { EncryptedFile } from './encrypted-file';
import { testingFolder } from '../testing/testing-folder';

const SEGMENT = 65_536;
/** Bodies of three segments are written to disk; the other limits are in proportion. */
const SMALL = { spillBytes: 1_000, memoryBytes: 3_000, totalBytes: 10 * SEGMENT };

const folder = testingFolder();
let store: BodyStore;

beforeEach(async () => {
  store = new BodyStore({ directory: folder, ...SMALL });
});
afterEach(async () => {
  await store.close();
});

async function files(): Promise<string[]> {
  const [run] = await readdir(folder);
  return run === undefined ? [] : (await readdir(join(folder, run))).map((name) => join(folder, run, name));
}

async function wholeOf(bodyId: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of store.stream(bodyId)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('a body', () => {
  it('reads back correctly in any slice, from memory or from a file, however it was split on arrival', async () => {
    const size = fc.oneof(fc.nat(900), fc.nat(70_000), fc.constantFrom(SEGMENT, 17 * SEGMENT));
    const cuts = fc.array(size, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.nat(20 * SEGMENT), fc.nat(20 * SEGMENT), async (sizes, a, b) => {
        const pieces = sizes.map((size) => randomBytes(size));
        const whole = Buffer.concat(pieces);
        const writer = store.receive();
        for (const piece of pieces) await writer.write(piece);
        const id = await writer.finish({ complete: true });
        const ends = [a % (whole.length + 100), b % (whole.length + 100)];
        const [start, end] = [Math.min(...ends), Math.max(...ends)];
        expect((await store.read(id, start, end))?.equals(whole.subarray(start, end))).toBe(true);
        expect((await wholeOf(id)).equals(whole)).toBe(true);
        expect(await files()).toHaveLength(whole.length > 1_000 ? 1 : 0);
        await store.release(id);
        expect(await files()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('is unreadable on the disk, and differs each time the same bytes are written', async () => {
    const secret = 'canary-4111111111111111-';
    await store.keep(Buffer.from(secret.repeat(100)));
    const [path] = await files();
    const content = await readFile(path ?? '');
    expect(content).toHaveLength(secret.length * 100);
    expect(content.includes('canary')).toBe(false);
    await store.keep(Buffer.from(secret.repeat(100)));
    const both = await Promise.all((await files()).map((file) => readFile(file)));
    expect(both[0]?.equals(both[1] ?? Buffer.alloc(0))).toBe(false);
  });

  it.each<[string, (string | Uint8Array)[], boolean, string]>([
    ['plain text', ['{"a":1}'], true, 'utf-8'],
    ['characters split across pieces', [Buffer.from([0xe2, 0x98]), Buffer.from([0x83])], true, 'utf-8'],
    ['a byte order mark', ['\ufeff{}'], true, 'utf-8'],
    ['Latin-1', [Buffer.from('é', 'latin1'), 'x'], true, 'binary'],
    ['a lone surrogate', [Buffer.from([0xed, 0xa0, 0x80])], true, 'binary'],
    ['an incomplete character', [Buffer.from([0xe2, 0x98])], true, 'binary'],
    ['an incomplete character where the body was cut off', ['ab', Buffer.from([0xe2, 0x98])], false, 'utf-8'],
  ])('is recognized as text or binary: %s', async (_name, pieces, complete, encoding) => {
    const writer = store.receive();
    for (const piece of pieces) await writer.write(Buffer.from(piece));
    expect(store.facts(await writer.finish({ complete }))).toMatchObject({ encoding, complete });
  });
});

describe('the Body of an exchange', () => {
  it('returns its original bytes once, and encodes its text again after that or if the text was changed', async () => {
    const body = await store.toBody(await store.keep(Buffer.from('é 😀')));
    if (body.kind !== 'text') throw new Error('Text was expected');
    const masked = { ...body, text: 'é ***' };
    expect(store.takeBytes(masked).toString()).toBe('é ***');
    const taken = store.takeBytes(body);
    expect(taken.toString()).toBe('é 😀');
    taken.fill(0);
    expect(store.takeBytes(body).toString()).toBe('é 😀');
  });

  it('is inline text up to the limit, byte for byte, and leaves the store', async () => {
    const big = new BodyStore({ directory: folder });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('\ufeff', 'a'),
        fc.string({ unit: 'binary' }),
        async (start, content) => {
          const bytes = Buffer.from(`${start}${content}`);
          const id = await big.keep(bytes);
          const body = await big.toBody(id);
          if (body.kind !== 'text') throw new Error('Text was expected');
          expect(Buffer.from(body.text).equals(bytes)).toBe(true);
          expect(body).toMatchObject({ bytes: bytes.length, bodyId: null });
          expect(big.facts(id)).toBeNull();
        },
      ),
    );
    const limit = await big.toBody(await big.keep(Buffer.alloc(INLINE_BODY_BYTES, 'a')));
    expect(limit.kind).toBe('text');
    const beyond = await big.toBody(await big.keep(Buffer.alloc(INLINE_BODY_BYTES + 1, 'a')));
    expect(beyond).toMatchObject({
      kind: 'stored',
      bytes: INLINE_BODY_BYTES + 1,
      encoding: 'utf-8',
      complete: true,
    });
    await big.close();
  });

  it('is none when empty, and stays in the store when binary or incomplete', async () => {
    expect(await store.toBody(await store.keep(Buffer.alloc(0)))).toEqual({ kind: 'none' });
    const binary = await store.keep(Buffer.from([255, 0]));
    expect(await store.toBody(binary)).toEqual({
      kind: 'stored',
      bodyId: binary,
      bytes: 2,
      encoding: 'binary',
      complete: true,
    });
    const writer = store.receive();
    await writer.write(Buffer.from('half'));
    const cut = await writer.finish({ complete: false });
    expect(await store.toBody(cut)).toEqual({
      kind: 'stored',
      bodyId: cut,
      bytes: 4,
      encoding: 'utf-8',
      complete: false,
    });
    await expect(store.toBody('unknown')).rejects.toThrow('no body');
  });
});

describe('limits', () => {
  it('move a body from memory to a file, with every one still readable', async () => {
    const ids = [];
    for (let index = 0; index < 4; index++) ids.push(await store.keep(Buffer.alloc(900, index)));
    await store.settled();
    expect(await files()).toHaveLength(1);
    for (const [index, id] of ids.entries())
      expect((await store.read(id, 0, 900))?.equals(Buffer.alloc(900, index))).toBe(true);
  });

  it('drop all bodies of the least recently used exchange first', async () => {
    const kept = async (exchange: string, sizes: readonly number[]): Promise<string[]> => {
      const ids = await Promise.all(sizes.map((size) => store.keep(randomBytes(size))));
      store.assign(exchange, ids);
      return ids;
    };
    const [first] = await kept('first', [2 * SEGMENT, 2 * SEGMENT]);
    const second = await kept('second', [2 * SEGMENT, 10]);
    await store.read(first ?? '', 0, 1);
    const third = await kept('third', [5 * SEGMENT]);
    await store.settled();
    expect(second.map((id) => store.facts(id))).toEqual([null, null]);
    expect(store.facts(first ?? '')).not.toBeNull();
    expect(store.facts(third[0] ?? '')).not.toBeNull();
    expect(await files()).toHaveLength(3);
  });

  it('never drop the newest exchange, however large', async () => {
    const id = await store.keep(randomBytes(12 * SEGMENT));
    await store.settled();
    expect(store.facts(id)?.bytes).toBe(12 * SEGMENT);
  });
});

it('a body that finds no room on the disk is kept in memory, and its file is closed and removed', async () => {
  const full = vi.spyOn(EncryptedFile.prototype, 'append').mockRejectedValue(new Error('ENOSPC'));
  const removed = vi.spyOn(EncryptedFile.prototype, 'remove');
  const content = randomBytes(2_000);
  const id = await store.keep(content);
  full.mockRestore();
  expect(removed).toHaveBeenCalledOnce();
  removed.mockRestore();
  expect((await wholeOf(id)).equals(content)).toBe(true);
  expect(await files()).toEqual([]);
});

describe('saving to a file', () => {
  it('copies every byte, and leaves no partial file when it fails', async () => {
    const content = randomBytes(2_500_000);
    const big = new BodyStore({ directory: folder });
    const id = await big.keep(content);
    const path = join(folder, 'saved.json');
    await big.saveToFile(id, path);
    expect((await readFile(path)).equals(content)).toBe(true);
    await expect(big.saveToFile('unknown', join(folder, 'other'))).rejects.toMatchObject({
      problem: { title: 'other could not be written', detail: expect.stringContaining('no body') },
    });
    await expect(big.saveToFile(id, join(folder, 'no', 'such', 'folder'))).rejects.toMatchObject({
      problem: { code: 'cannot-write-file', detail: expect.stringContaining('ENOENT') },
    });
    expect(await readdir(folder)).toEqual(['saved.json']);
    await big.close();
  });
});

describe('the end', () => {
  it('removes every file', async () => {
    await store.keep(randomBytes(5_000));
    await store.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('lets a read that has begun finish, even if the body is released', async () => {
    const content = randomBytes(40 * SEGMENT + 9);
    const id = await store.keep(content);
    const reading = store.read(id, 0, content.length);
    await store.release(id);
    expect((await reading)?.equals(content)).toBe(true);
    expect(await store.read(id, 0, 1)).toBeNull();
  });
});
