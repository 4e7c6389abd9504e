import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuyerItem } from '@shared/bridge/buyers';
import { joinItems, packItems, unpackItems } from '@shared/bridge/packed-items';
import { PackedRows } from './packed-rows';

const item = fc.record({
  text: fc
    .tuple(fc.json({ noUnicodeString: false }), fc.constantFrom('', ' ', '\r\n', '\t'))
    .map(([json, space]) => json + space),
  worst: fc.constantFrom<BuyerItem['worst']>(null, 'error', 'warning', 'note'),
});

describe('the rows of a load', () => {
  it('gives each item back as it was written, whatever is in it, one by one and all in order', () => {
    fc.assert(
      fc.property(fc.array(fc.array(item)), (pages) => {
        const rows = new PackedRows();
        for (const page of pages) {
          expect(unpackItems(packItems(page))).toEqual(page);
          rows.push(packItems(page));
        }
        const all = pages.flat();
        expect(unpackItems(joinItems(pages.map(packItems)))).toEqual(all);
        expect(rows.length).toBe(all.length);
        expect([...rows]).toEqual(all);
        all.forEach((one, row) => expect(rows.at(row)).toEqual(one));
        expect(rows.at(all.length)).toBeUndefined();
        expect(rows.at(-1)).toBeUndefined();
      }),
    );
  });

  it('keeps digits, escapes and repeated keys', () => {
    const text = '{"a":1.0000000000000000001,"a":"\\u001e\\ud800", "name" : "محمد 😀"}';
    const rows = new PackedRows();
    rows.push(packItems([{ text, worst: null }]));
    expect(rows.at(0)?.text).toBe(text);
  });

  it('gives the same object again while a row is looked at', () => {
    const rows = new PackedRows();
    rows.push(packItems(Array.from({ length: 5_000 }, (_, id) => ({ text: `{"id":${id}}`, worst: null }))));
    expect(rows.at(7)).toBe(rows.at(7));
    for (let row = 0; row < rows.length; row += 1) expect(rows.at(row)?.text).toBe(`{"id":${row}}`);
  });
});
