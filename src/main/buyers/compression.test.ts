import { inflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packItems, unpackItems } from '@shared/bridge/packed-items';
import { deflate, inflate } from './compression';

const itemsOf = (texts: readonly string[]) => texts.map((text) => ({ text, worst: null }));
const rows = Array.from(
  { length: 100 },
  (_, row) => `{"id":"buyer-${row}","name":"محمد 😀","created_at":"2026-01-01"}`,
);

describe('the compressed rows of a load', () => {
  it('are restored by zlib and by the library that the window uses', () => {
    const packed = packItems(itemsOf(rows), deflate);
    expect(packed.bytes.length).toBeLessThan(rows.join('').length / 5);
    expect(unpackItems(packed, inflate)).toEqual(itemsOf(rows));
    const inWindow = (bytes: Uint8Array, size: number) => inflateSync(bytes, { out: new Uint8Array(size) });
    expect(unpackItems(packed, inWindow)).toEqual(itemsOf(rows));
  });

  it('hold an item of megabytes uncompressed, and restore it', () => {
    const large = `"${'long '.repeat(400_000)}"`;
    const packed = packItems(itemsOf(['1', large, '2']), deflate);
    expect(packed.bytes.length).toBeGreaterThan(large.length);
    expect(unpackItems(packed, inflate)).toEqual(itemsOf(['1', large, '2']));
    expect(unpackItems(packed, (bytes, size) => inflateSync(bytes, { out: new Uint8Array(size) }))).toEqual(
      itemsOf(['1', large, '2']),
    );
  });
});
