import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskCardData } from '@shared/cards/mask-card-data';
import { maskedPieces } from './masked-pieces';

async function partsOf(bytes: Buffer, sizes: readonly number[]): Promise<Buffer[]> {
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
  return parts;
}

async function through(bytes: Buffer, sizes: readonly number[]): Promise<Buffer> {
  return Buffer.concat(await partsOf(bytes, sizes));
}

describe('maskedPieces', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '"4111 1111 1111 1111",',
      '4111111111111111\n',
      '4111&nbsp;1111&#160;1111&nbsp;1111,',
      '"cvv": 987,',
      '"cvv":"9876"}',
      'a=1&',
    ),
    // After a digit (Arabic ones too) it would be part of a longer number; after a percent sign its first two digits
    // would be an escape.
    fc.string({ unit: 'grapheme' }).filter((text) => !/[\p{Nd}%]/u.test(text)),
  );

  it('masks every card number and code wherever the text is split, and leaves text without card data alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part), fc.array(fc.nat(30)), async (parts, sizes) => {
        const text = parts.join('');
        const written = (await through(Buffer.from(text), sizes)).toString();
        expect(written).not.toMatch(/4111(?: |&[^;]*;)?1111(?: |&[^;]*;)?1111|cvv": ?"?987/);
        if (maskCardData(text) === text) expect(written).toBe(text);
      }),
    );
  });

  it('keeps JSON valid, and masks split text exactly like text in one piece', async () => {
    const number = 5555555555554444;
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        fc.constantFrom(
          number,
          -number,
          number + 0.5,
          `${number}`,
          `[${number}]`,
          `, ${number} ,"`,
          `"cvc":123,`,
        ),
        fc.string({ unit: 'grapheme' }),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('pan', '\\', 'a"', 'cvv', 'é'), tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { minLength: 1 }),
        fc.constantFrom(undefined, 1),
        fc.array(fc.nat(30)),
        async (all, indent, sizes) => {
          const text = JSON.stringify(all, null, indent);
          const written = (await through(Buffer.from(text), sizes)).toString();
          expect(() => void JSON.parse(written)).not.toThrow();
          expect(written).not.toContain(number.toString());
          expect(written).toBe(maskCardData(text));
        },
      ),
    );
  });

  it.each([
    '"cvv":\n  "987"',
    '"securityCode": {\n  "value": 987\n}',
    '"cvc": [\n  "987"\n]',
    '<cvv>\n987\n</cvv>',
    'name="cvv"\r\nx-of: part\r\n\r\n987\r\n--x',
    '4111&nbsp;1111&nbsp;1111&nbsp;1111',
  ])('does not split a field from its value: %j', async (field) => {
    const around = '"a": 1,\n'.repeat(200);
    const text = `${around}${field}\n${around}`;
    const whole = maskCardData(text);
    expect(whole).not.toBe(text);
    let cuts = 0;
    // Several sizes in a row choose the same field end, because two ends are at least six characters apart.
    for (let size = around.length - 10; size < around.length + 2_000; size += 6) {
      const parts = await partsOf(Buffer.from(text), [size]);
      expect(parts.map(String).join('')).toBe(whole);
      if (parts.length > 1) cuts += 1;
    }
    expect(cuts).toBeGreaterThan(150);
  });

  it.each([
    ['before it', '"number": "4111111111111111",\n', '"cid": "987"'],
    ['after it', '"cid": "987",\n', '"number": "4111111111111111"'],
  ])(
    'recognises an ambiguous code name only near card data, even if the card number is far %s',
    async (_where, first, last) => {
      const around = '"a": 1,\n'.repeat(700);
      const text = `${around}{${first}${around}${last}}\n${around}`;
      expect(maskCardData(text)).not.toContain('987');
      let cuts = 0;
      for (let size = 1_000; size < text.length; size += 700) {
        const parts = await partsOf(Buffer.from(text), [size]);
        expect(parts.map(String).join('')).toBe(maskCardData(text));
        if (parts.length > 1) cuts += 1;
      }
      expect(cuts).toBeGreaterThan(15);
    },
  );

  it('splits no character in a long text without line breaks', async () => {
    const text = 'é'.repeat(510_000);
    for (const size of [1_000_000, 1_000_001]) {
      const parts = await partsOf(Buffer.from(text), [size]);
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.map(String).join('') === text).toBe(true);
    }
  });

  it.each([' ', '\u00a0', '&nbsp;', '&#xad;', '%C2%AD', '\\u00ad'])(
    'splits no card number with %s between its groups in a long text without line breaks',
    async (between) => {
      const number = ['5555', '5555', '5555', '4444'].join(between);
      for (let behind = 500 - Buffer.byteLength(number); behind <= 501; behind += 3) {
        const text = `${'xy '.repeat(333_400)} ${number}${' '.repeat(behind)}`;
        const parts = await partsOf(Buffer.from(text), [Buffer.byteLength(text) - 1]);
        expect(parts.length).toBeGreaterThan(1);
        expect(parts.map(String).join('').slice(-600)).toBe(maskCardData(text.slice(-600)));
      }
    },
  );

  it('keeps the bytes of an incomplete character at the end of a truncated body', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"pan":"5555555555554444","of":"'),
      Buffer.from('€').subarray(0, 2),
    ]);
    const written = await through(bytes, [10]);
    expect(written.subarray(-2)).toEqual(bytes.subarray(-2));
    expect(written.subarray(0, -2).toString()).toBe('{"pan":"555555••••••4444","of":"');
  });
});
