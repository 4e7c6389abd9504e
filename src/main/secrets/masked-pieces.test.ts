import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskCardData } from '@shared/cards/mask-card-data';
import { maskedPieces } from './masked-pieces';

async function through(bytes: Buffer, sizes: readonly number[]): Promise<Buffer> {
  async function* cut(): AsyncGenerator<Buffer> {
    let from = 0;
    for (const size of sizes) {
      yield bytes.subarray(from, from + size);
      from += size;
    }
    yield bytes.subarray(from);
  }
  const parts: Buffer[] = [];
  for await (const part of maskedPieces(cut())) parts.push(part);
  return Buffer.concat(parts);
}

describe('maskedPieces', () => {
  const part = fc.oneof(
    fc.constantFrom('"4111 1111 1111 1111",', '4111111111111111\n', '"cvv": 987,', '"cvv":"9876"}', 'a=1&'),
    // After a percent sign the first two digits are an escape: another text.
    fc.string({ unit: 'grapheme' }).filter((text) => !/[\d%]/.test(text)),
  );

  it('leaves no card number and no code, wherever the text is cut, and everything else as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part), fc.array(fc.nat(30)), async (parts, sizes) => {
        const text = parts.join('');
        const written = (await through(Buffer.from(text), sizes)).toString();
        expect(written).not.toMatch(/4111 ?1111 ?1111 ?1111|cvv": ?"?987/);
        if (maskCardData(text) === text) expect(written).toBe(text);
      }),
    );
  });
});
