import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaced } from './stored-body';

async function joined(pieces: readonly string[], wanted: string): Promise<string> {
  async function* source(): AsyncGenerator<Buffer> {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const parts: Buffer[] = [];
  for await (const part of replaced(source(), Buffer.from(wanted), Buffer.from('#'))) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('replaced', () => {
  it('replaces the same as a replacement in the whole text, however it is cut', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ü'), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(letters, { maxLength: 8 }),
        letters.filter((text) => text !== ''),
        async (pieces, wanted) => {
          expect(await joined(pieces, wanted)).toBe(pieces.join('').split(wanted).join('#'));
        },
      ),
    );
  });
});
