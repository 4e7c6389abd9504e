import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compressBlock, decompressBlock } from './lz4-block';

const words = fc.array(fc.constantFrom('{"id":"', 'a', 'ab', 'aaaaaaaaaaaaaaaaaaaa', '","name":null}', '😀'));
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  words.map((some) => new TextEncoder().encode(some.join(''))),
  fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.nat(400)).map(([one, times]) => repeated(one, times)),
);

describe('a block', () => {
  it('is smaller than the bytes that went into it, and gives the same ones back; null when it would not be', () => {
    fc.assert(
      fc.property(bytes, (source) => {
        const block = compressBlock(source);
        if (block === null) return;
        expect(block.length).toBeLessThan(source.length);
        expect(decompressBlock(block, source.length)).toEqual(source);
      }),
    );
  });

  it.each([
    ['a run that is longer than a byte can say', new Uint8Array(70_000).fill(7)],
    ['what came last beyond the reach of a distance', far()],
    ['bytes of all kinds before a match', mixed()],
  ])('keeps %s', (_what, source) => {
    const block = compressBlock(source);
    expect(block?.length).toBeLessThan(source.length);
    if (block) expect(decompressBlock(block, source.length)).toEqual(source);
  });

  it('is none of bytes that repeat nothing', () => {
    expect(compressBlock(Uint8Array.from({ length: 256 }, (_, byte) => byte))).toBeNull();
    expect(compressBlock(new Uint8Array(0))).toBeNull();
  });

  it('is read as the format says: literals, a match of the last three, and the last five bytes', () => {
    const block = Uint8Array.of(0x32, 97, 98, 99, 3, 0, 0x50, 118, 119, 120, 121, 122);
    expect(new TextDecoder().decode(decompressBlock(block, 14))).toBe('abcabcabcvwxyz');
  });
});

function repeated(one: Uint8Array, times: number): Uint8Array {
  return Uint8Array.from({ length: one.length * times }, (_, at) => one[at % one.length] ?? 0);
}

/** The same 100 bytes, 70,000 zeros between them. */
function far(): Uint8Array {
  const source = new Uint8Array(70_200);
  for (let at = 0; at < 100; at += 1) source[at] = source[source.length - 100 + at] = 1 + ((at * 37) % 251);
  return source;
}

/** 600 bytes that repeat nothing of four, twice. */
function mixed(): Uint8Array {
  const once = Uint8Array.from({ length: 600 }, (_, at) => (at % 2 === 0 ? at >> 1 : (at >> 9) + 7) & 0xff);
  return repeated(once, 2);
}
