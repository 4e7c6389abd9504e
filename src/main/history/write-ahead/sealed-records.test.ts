import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openRecords, recordKey, RecordSealer } from './sealed-records';

const key = recordKey(randomBytes(32).toString('hex'));
const texts = fc.array(fc.string({ maxLength: 60 }), { maxLength: 6 });

/** Prepares the sealer before every other record. */
function sealAll(plains: readonly string[]): Buffer[] {
  const sealer = new RecordSealer(key);
  return plains.map((plain, index) => {
    if (index % 2 === 0) sealer.makeReady();
    return sealer.seal(index + 1, Buffer.from(plain, 'utf8'));
  });
}

function opened(bytes: Buffer): { readonly plains: string[]; readonly damaged: number } {
  const { records, damaged } = openRecords(key, bytes);
  return { plains: records.map(({ plain }) => plain.toString('utf8')), damaged };
}

describe('records written ahead', () => {
  it('returns all whole records of a truncated file, and reports no damage', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (plains, at) => {
        const sealed = sealAll(plains);
        const bytes = Buffer.concat(sealed);
        const cut = at % (bytes.length + 1);
        let whole = 0;
        for (let end = 0; whole < sealed.length; whole += 1) {
          end += sealed[whole]?.length ?? 0;
          if (end > cut) break;
        }
        expect(opened(bytes.subarray(0, cut))).toEqual({ plains: plains.slice(0, whole), damaged: 0 });
      }),
    );
  });

  it('loses only the record with a changed byte', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.integer({ min: 1, max: 255 }), (plains, at, change) => {
        fc.pre(plains.length > 0);
        const sealed = sealAll(plains);
        const bytes = Buffer.concat(sealed);
        const place = at % bytes.length;
        bytes[place] = (bytes[place] ?? 0) ^ change;
        let hit = 0;
        for (let end = sealed[0]?.length ?? 0; end <= place; end += sealed[hit]?.length ?? 0) hit += 1;
        const { plains: found, damaged } = opened(bytes);
        expect(found).toEqual(plains.filter((_, index) => index !== hit));
        // If the damaged length of the last record points beyond the end, the record looks cut off.
        expect(damaged === 1 || (damaged === 0 && hit === plains.length - 1)).toBe(true);
      }),
    );
  });

  it('seals each with its own nonce', () => {
    const nonces = sealAll(['same', 'same', 'same', 'same']).map((sealed) => sealed.toString('hex', 14, 26));
    expect(new Set(nonces).size).toBe(4);
  });

  it('rejects repeated and reordered records, and those of another key', () => {
    const [first, second] = sealAll(['first', 'second']);
    if (!first || !second) throw new Error('two were sealed');
    expect(opened(Buffer.concat([first, first, second]))).toEqual({
      plains: ['first', 'second'],
      damaged: 1,
    });
    expect(opened(Buffer.concat([second, first]))).toEqual({ plains: ['second'], damaged: 1 });
    expect(openRecords(recordKey('00'.repeat(32)), first)).toEqual({ records: [], damaged: 1 });
  });
});
