import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson, minifyJson, sameCharacter } from './format-json';

describe('sameCharacter', () => {
  it('finds the same character again in another layout', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, at) => {
        const offset = at % (json.length + 1);
        for (const after of [formatJson(json), minifyJson(json)]) {
          if (after === null) throw new Error('this is JSON');
          const compact = (text: string): string => text.replace(/[ \t\r\n]/g, '');
          expect(compact(after.slice(0, sameCharacter(json, offset, after)))).toBe(
            compact(json.slice(0, offset)),
          );
        }
      }),
    );
  });
});
