import { expect, it } from 'vitest';
import { INLINE_BODY_BYTES } from '@shared/http/exchange';
import { watchBeginning } from './beginning';

const KILOBYTE = 1024;

/** After how many 8 kB pieces the watcher was called, and with how many bytes; null if it never was. */
async function toldOf(announced: string | undefined, kilobytes: number) {
  const told: { readonly after: number; readonly bytes: Buffer }[] = [];
  let pieces = 0;
  const watch = watchBeginning(announced, (bytes) => {
    told.push({ after: pieces, bytes });
    return Promise.resolve();
  });
  for (; pieces < kilobytes / 8; pieces += 1) await watch(Buffer.alloc(8 * KILOBYTE, pieces % 256));
  expect(told.length).toBeLessThanOrEqual(1);
  return told[0] ?? null;
}

it('the beginning is reported early if a large length is announced, with exactly the first bytes', async () => {
  const told = await toldOf(String(INLINE_BODY_BYTES + 1), 2_000);
  expect(told).toMatchObject({ after: 3 });
  expect(told?.bytes.length).toBe(32 * KILOBYTE);
  expect([...new Set(told?.bytes)]).toEqual([0, 1, 2, 3]);
});

it('the beginning is reported once the body proves large, if no length is announced', async () => {
  const told = await toldOf(undefined, 2_000);
  expect(told?.after).toBe(Math.floor(INLINE_BODY_BYTES / (8 * KILOBYTE)));
  expect(told?.bytes.length).toBe(32 * KILOBYTE);
});

it('nothing is reported for a small body, or before there is enough', async () => {
  expect(await toldOf(String(INLINE_BODY_BYTES), 900)).toBeNull();
  expect(await toldOf(undefined, 900)).toBeNull();
  expect(await toldOf('5000000', 24)).toBeNull();
});

it('the reported piece waits for the callback', async () => {
  let done: () => void = () => undefined;
  const watch = watchBeginning('5000000', () => new Promise((resolve) => (done = resolve)));
  let isTaken = false;
  const taking = watch(Buffer.alloc(32 * KILOBYTE))?.then(() => (isTaken = true));
  await Promise.resolve();
  expect(isTaken).toBe(false);
  done();
  await taking;
  expect(isTaken).toBe(true);
  expect(watch(Buffer.alloc(32 * KILOBYTE))).toBeNull();
});
