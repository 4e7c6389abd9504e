import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { BuyerItem } from '@shared/bridge/buyers';
import { joinItems, packItems, unpackItems, type PackedItems } from '@shared/bridge/packed-items';
import { inflate, PackedRows } from './packed-rows';

const item = fc.record({
  text: fc
    .tuple(fc.json({ noUnicodeString: false }), fc.constantFrom('', ' ', '\r\n', '\t'))
    .map(([json, space]) => json + space),
  worst: fc.constantFrom<BuyerItem['worst']>(null, 'error', 'warning', 'note'),
});

const packed = (items: readonly BuyerItem[]): PackedItems =>
  packItems(items, (bytes) => deflateSync(bytes, { level: 1 }));

describe('packed rows', () => {
  it('return each item as written, one by one and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.array(item)), (pages) => {
        const rows = new PackedRows();
        for (const page of pages) {
          expect(unpackItems(packed(page), inflate)).toEqual(page);
          rows.push(packed(page));
        }
        const all = pages.flat();
        expect(unpackItems(joinItems(pages.map(packed)), inflate)).toEqual(all);
        expect(rows.length).toBe(all.length);
        expect([...rows]).toEqual(all);
        all.forEach((one, row) => expect(rows.at(row)).toEqual(one));
        expect(rows.at(all.length)).toBeUndefined();
        expect(rows.at(-1)).toBeUndefined();
      }),
    );
  });

  it('return the same rows in any order, also if compressed', () => {
    const filler = fc.constantFrom('', 'x'.repeat(300), 'ü'.repeat(5_000), '😀'.repeat(9_000));
    const many = fc.array(fc.array(fc.tuple(item, filler), { maxLength: 40 }), { maxLength: 8 });
    fc.assert(
      fc.property(many, fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), (pages, order) => {
        const rows = new PackedRows();
        const all: BuyerItem[] = [];
        for (const page of pages) {
          const items = page.map(([{ text, worst }, more]) => ({ text: text + more, worst }));
          all.push(...items);
          rows.push(packed(items));
          for (const row of order) {
            if (all.length > 0) expect(rows.at(row % all.length)).toEqual(all[row % all.length]);
          }
        }
        expect([...rows]).toEqual(all);
      }),
    );
  });

  it('take less than a third of the bytes of realistic rows', () => {
    const texts = Array.from({ length: 2_000 }, (_, row) => sample(row));
    const rows = new PackedRows();
    for (let row = 0; row < texts.length; row += 100)
      rows.push(packed(texts.slice(row, row + 100).map((text) => ({ text, worst: null }))));
    expect(rows.heldBytes).toBeLessThan(texts.join('').length / 3);
    expect(Array.from(rows, ({ text }) => text)).toEqual(texts);
  });

  it('return rows added one by one, whatever was read in between', () => {
    const texts = Array.from({ length: 1_200 }, (_, row) => sample(row));
    const rows = new PackedRows();
    texts.forEach((text, row) => {
      rows.push(packed([{ text, worst: null }]));
      expect(rows.at(row - (row % 7))?.text).toBe(texts[row - (row % 7)]);
    });
    expect(Array.from(rows, ({ text }) => text)).toEqual(texts);
  });

  it('keep digits, escapes and repeated keys', () => {
    const text = '{"a":1.0000000000000000001,"a":"\\u001e\\ud800", "name" : "محمد 😀"}';
    const rows = new PackedRows();
    rows.push(packed([{ text, worst: null }]));
    expect(rows.at(0)?.text).toBe(text);
  });

  it('return the same object for repeated reads of a row', () => {
    const rows = new PackedRows();
    rows.push(packed(Array.from({ length: 5_000 }, (_, id) => ({ text: `{"id":${id}}`, worst: null }))));
    expect(rows.at(7)).toBe(rows.at(7));
    for (let row = 0; row < rows.length; row += 1) expect(rows.at(row)?.text).toBe(`{"id":${row}}`);
  });
});

/** A buyer with a random-looking id. */
function sample(row: number): string {
  const id = Array.from({ length: 4 }, (_, part) =>
    (Math.imul(row * 4 + part + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0'),
  ).join('-');
  const time = new Date(1_767_225_600_000 - row * 97_531).toISOString();
  return `{"id":"${id}","type":"buyer","display_name":"Ana Bauer","external_identifier":"customer-${row}","created_at":"${time}","updated_at":"${time}"}`;
}
