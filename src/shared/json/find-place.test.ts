import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsableValue } from '../testing/parsable-json';
import { findPlace, pointerSteps } from './find-place';
import { pointerTo } from './json-tree';

function textAt(text: string, pointer: string): string | null {
  const place = findPlace(text, pointer);
  return place === null ? null : text.slice(place.offset, place.offset + place.length);
}

describe('findPlace', () => {
  const text = '{"cards": [{"number": "{{CARD_NUMBER_1}}", "cvv": "1"}, 2], "a/b": {"~": [true]}, "a/b": 3}';

  it.each([
    ['', text],
    ['#', text],
    ['/cards/0/number', '"{{CARD_NUMBER_1}}"'],
    ['#/cards/0/cvv', '"1"'],
    ['/cards/1', '2'],
    ['/cards', '[{"number": "{{CARD_NUMBER_1}}", "cvv": "1"}, 2]'],
    ['/a~1b/~0/0', 'true'],
    ['/a~1b', '{"~": [true]}'],
  ])('finds %s', (pointer, value) => expect(textAt(text, pointer)).toBe(value));

  it('returns the nearest enclosing value if the place does not exist', () => {
    expect(textAt(text, '/cards/0/expiry')).toBe('{"number": "{{CARD_NUMBER_1}}", "cvv": "1"}');
    expect(textAt(text, '/cards/7/number')).toBe('[{"number": "{{CARD_NUMBER_1}}", "cvv": "1"}, 2]');
    expect(textAt(text, '/nothing')).toBe(text);
  });

  it('finds a value before a syntax error', () => {
    expect(textAt('{"a": {"b": 1}, "c": oops', '/a/b')).toBe('1');
    expect(textAt('{"a": [1, 2', '/a/1')).toBe('2');
    expect(findPlace('oops', '/a')).toBeNull();
  });

  it('finds every value of any JSON by its pointer', () => {
    fc.assert(
      fc.property(parsableValue({ maxDepth: 4 }), (value) => {
        const written = JSON.stringify(value, null, 1);
        const visit = (part: unknown, pointer: string): void => {
          expect(JSON.parse(textAt(written, pointer) ?? '')).toEqual(JSON.parse(JSON.stringify(part)));
          if (typeof part !== 'object' || part === null) return;
          for (const [key, child] of Object.entries(part)) visit(child, pointerTo(pointer, key));
        };
        visit(value, '');
      }),
    );
  });
});

describe('pointerSteps', () => {
  it('is the inverse of pointerTo', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (steps) => {
        expect(pointerSteps(steps.reduce<string>((pointer, step) => pointerTo(pointer, step), ''))).toEqual(
          steps,
        );
      }),
    );
  });
});
