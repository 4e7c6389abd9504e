import { inflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packItems, unpackItems } from '@shared/bridge/packed-items';
import { deflate, inflate } from './compression';

const itemsOf = (texts: readonly string[]) => texts.map((text) => ({ text, worst: null }));
const rows = Array.from(
  { length: 100 },
  (_, row) => `{"id":"buyer-${row}","name":"محمد 😀","created_at":"2026-01-01"}`,
);

describe('the rows of a load compressed', () => {
  it('are read as they were by zlib, and by the library of the window', () => {
    const packed = packItems(itemsOf(rows), deflate);
    expect(packed.bytes.length).toBeLessThan(rows.join('').length / 5);
    expect(unpackItems(packed, inflate)).toEqual(itemsOf(rows));
    const inWindow = (bytes: Uint8Array, size: number) => inflateSync(bytes, { out: new Uint8Array(size) });
    expect(unpackItems(packed, inWindow)).toEqual(itemsOf(rows));
  });

  it('leave an item of megabytes as large as it is, and it is read as it was', () => {
    const large = `"${'long '.repeat(400_000)}"`;
    const packed = packItems(itemsOf(['1', large, '2']), deflate);
    expect(packed.bytes.length).toBeGreaterThan(large.length);
    expect(unpackItems(packed, inflate)).toEqual(itemsOf(['1', large, '2']));
    expect(unpackItems(packed, (bytes, size) => inflateSync(bytes, { out: new Uint8Array(size) }))).toEqual(
      itemsOf(['1', large, '2']),
    );
  });
});
