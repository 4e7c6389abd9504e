import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Utf8Check } from './utf8-check';

/** What the platform's decoder says about the same bytes. */
function decodes(bytes: Uint8Array, complete: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !complete });
    return true;
  } catch {
    return false;
  }
}

function check(bytes: Uint8Array, cut: number, complete: boolean): boolean {
  const utf8 = new Utf8Check();
  utf8.push(bytes.subarray(0, cut));
  utf8.push(bytes.subarray(cut));
  return utf8.finish(complete);
}

const text = fc.string({ unit: 'binary' }).map((value) => [...Buffer.from(value, 'utf8')]);
/** Bytes close to where the rules of UTF-8 change. */
const edge = fc.constantFrom(
  ...[0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf],
  ...[0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff],
);
const bytes = fc
  .array(fc.oneof(text, fc.array(edge, { maxLength: 4 })), { maxLength: 4 })
  .map((parts) => Uint8Array.from(parts.flat()));

describe('Utf8Check', () => {
  it('agrees with TextDecoder, wherever the bytes are split', () => {
    fc.assert(
      fc.property(bytes, fc.nat(20), fc.boolean(), (given, cut, complete) => {
        expect(check(given, cut, complete)).toBe(decodes(given, complete));
      }),
      { numRuns: 2_000 },
    );
  });

  it('recognizes pure ASCII, wherever the bytes are split', () => {
    fc.assert(
      fc.property(
        text.map((given) => Uint8Array.from(given)),
        fc.nat(20),
        (given, cut) => {
          const utf8 = new Utf8Check();
          utf8.push(given.subarray(0, cut));
          utf8.push(given.subarray(cut));
          expect(utf8.isAscii).toBe(given.every((byte) => byte < 0x80));
        },
      ),
    );
  });
});
