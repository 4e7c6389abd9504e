import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PREVIEW_LENGTH, previewOf } from './preview';

describe('previewOf', () => {
  it('is the JSON text of a small value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const whole = JSON.stringify(value);
        fc.pre(whole.length <= PREVIEW_LENGTH && !Object.is(value, -0));
        expect(previewOf(value)).toBe(whole);
      }),
    );
  });

  it('is the start of the JSON text of a larger value, with an ellipsis', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 60 }), (value) => {
        const preview = previewOf(value);
        expect(preview).toHaveLength(PREVIEW_LENGTH);
        expect(preview.endsWith('…')).toBe(true);
      }),
    );
    expect(previewOf('x'.repeat(1000))).toBe(`"${'x'.repeat(PREVIEW_LENGTH - 2)}…`);
  });

  it('does not end with half of a character', () => {
    for (const before of ['', 'x']) {
      expect(previewOf(before + '😀'.repeat(100))).toMatch(/😀…$/u);
    }
  });

  it('reads no more than it shows', () => {
    const items = Array.from({ length: 1000 }, (_, index) => index);
    let reads = 0;
    const watched = new Proxy(items, {
      get(target, name, receiver): unknown {
        reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    expect(previewOf(watched).startsWith('[0,1,2,3,')).toBe(true);
    expect(reads).toBeLessThan(PREVIEW_LENGTH);
  });

  it('accepts a very deeply nested value', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(previewOf(deep)).toHaveLength(PREVIEW_LENGTH);
  });
});
