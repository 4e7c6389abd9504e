import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonNodes } from '../index/json-nodes';
import { PagedColumn } from '../index/paged-column';
import { indexed } from '../test-support/indexed';
import { wholeText } from '../test-support/json-texts';
import { findInJson, findInText } from './find-matches';
import { Needle } from './needle';

function drain(work: Generator<void, void>, found: PagedColumn): number[] {
  while (!work.next().done);
  return Array.from({ length: found.length }, (_, at) => found.get(at));
}

function inJson(nodes: JsonNodes, text: string, matchCase = false): number[] {
  const found = new PagedColumn();
  return drain(findInJson(nodes, 0, nodes.index.frontier, new Needle(text, matchCase, true), found), found);
}

/** How often `needle` occurs in `text`, from left to right without overlap, character for character. */
function occurrences(text: string, needle: string): number {
  const characters = [...text];
  const wanted = [...needle];
  let count = 0;
  for (let at = 0; at + wanted.length <= characters.length;) {
    const matches = wanted.every((character, further) => characters[at + further] === character);
    count += matches ? 1 : 0;
    at += matches ? wanted.length : 1;
  }
  return count;
}

/** What a person sees of each token: keys and strings decoded, numbers and literals unchanged. */
function tokenTexts(nodes: JsonNodes): string[] {
  return Array.from({ length: nodes.index.nodeCount }, (_, node) => [
    ...(nodes.isMember(nodes.index.parent(node)) ? [nodes.key(node)] : []),
    ...(nodes.index.isContainer(node) ? [] : [nodes.plainValue(node)]),
  ]).flat();
}

const needleText = fc
  .array(
    fc.constantFrom('a', 'Z', '0', ' ', '/', 'é', '中', '😀', '"', '\\', '\n', '{', ',', ':', ']', 'u', 'n'),
    {
      minLength: 1,
      maxLength: 2,
    },
  )
  .map((parts) => parts.join(''));

describe('findInJson', () => {
  it('finds text in keys and values, escaped or not, and nothing between them', () => {
    fc.assert(
      fc.property(wholeText, needleText, (text, needle) => {
        const nodes = indexed(text);
        const expected = tokenTexts(nodes).reduce((sum, token) => sum + occurrences(token, needle), 0);
        expect(inJson(nodes, needle, true)).toHaveLength(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('finds escaped characters by what they stand for', () => {
    const nodes = indexed('{"caf\\u00e9":"a\\nb","x":"\\ud83d\\ude00 CAFÉ"}');
    expect(inJson(nodes, 'é')).toHaveLength(2);
    expect(inJson(nodes, 'é', true)).toHaveLength(1);
    expect(inJson(nodes, '😀')).toHaveLength(1);
    expect(inJson(nodes, 'u00e9')).toHaveLength(0);
    expect(inJson(nodes, 'a\nb')).toHaveLength(1);
  });

  it('knows where a match with escapes ends', () => {
    const bytes = new TextEncoder().encode('"x\\u00e9y"');
    expect(new Needle('éY', false, true).endOfMatch(bytes, 2, bytes.length)).toBe(9);
  });

  it('yields in a long text', () => {
    const nodes = indexed(`"${'x'.repeat(5_000_000)}"`);
    const found = new PagedColumn();
    expect(findInJson(nodes, 0, nodes.index.frontier, new Needle('y', false, true), found).next().done).toBe(
      false,
    );
  });
});

describe('findInText', () => {
  it('agrees with a naive search', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'é', '中', '😀', '\n'), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, needleText, (haystack, needle) => {
        const bytes = new TextEncoder().encode(haystack);
        const found = new PagedColumn();
        const offsets = drain(
          findInText(bytes, 0, bytes.length, new Needle(needle, true, false), found),
          found,
        );
        expect(offsets).toHaveLength(occurrences(haystack, needle));
      }),
    );
  });

  it('ignores the case of single characters only', () => {
    const bytes = new TextEncoder().encode('Straße ÄÖ K\u212a İ');
    const count = (needle: string): number => {
      const found = new PagedColumn();
      return drain(findInText(bytes, 0, bytes.length, new Needle(needle, false, false), found), found).length;
    };
    expect(count('äö')).toBe(1);
    expect(count('STRASSE')).toBe(0);
    expect(count('k')).toBe(1);
    expect(count('i')).toBe(0);
  });
});
