import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outline, tokenise, valueOf } from '../test-support/indexed';
import { firstImpossible } from '../test-support/reference-parser';
import { nearlyJson, wholeText } from '../test-support/json-texts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const ends = fc.array(fc.nat({ max: 300 }), { maxLength: 8 });
const encoder = new TextEncoder();

describe('JsonTokeniser', () => {
  it('agrees with JSON.parse on the value', () => {
    fc.assert(
      fc.property(wholeText, (text) => {
        const { tokeniser, nodes } = tokenise(text);
        expect(tokeniser.failure).toBeNull();
        expect(valueOf(nodes)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('reads every key as written, whatever key came before', () => {
    const text = String.raw`[{"x":0,"k\\":1},{"x":0,"k\n":2},{"x":0,"k\\n":3},{"x":0,"k\\\"":4}]`;
    expect(valueOf(tokenise(text).nodes)).toEqual([
      { x: 0, 'k\\': 1 },
      { x: 0, 'k\n': 2 },
      { x: 0, 'k\\n': 3 },
      { x: 0, 'k\\"': 4 },
    ]);
  });

  it('gives the same result however the bytes arrive', () => {
    fc.assert(
      fc.property(fc.oneof(wholeText, nearlyJson), ends, (text, places) => {
        const whole = tokenise(text);
        const inPieces = tokenise(text, places);
        expect(inPieces.tokeniser.failure).toEqual(whole.tokeniser.failure);
        expect(outline(inPieces.nodes)).toEqual(outline(whole.nodes));
      }),
      { numRuns: 500 },
    );
  });

  it('accepts and rejects what JSON.parse does', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        expect(tokenise(text).tokeniser.complete).toBe(parses(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('points at the first byte that no JSON text could have there', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        fc.pre(!parses(text));
        expect(tokenise(text).tokeniser.failure?.offset).toBe(firstImpossible(encoder.encode(text)));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads 100,000 levels, and knows the depth', () => {
    const depth = 100_000;
    const { tokeniser, nodes } = tokenise(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`);
    expect(tokeniser.complete).toBe(true);
    expect(nodes.index.nodeCount).toBe(2 * depth + 1);
    expect(nodes.index.depth(2 * depth)).toBe(2 * depth);
    expect(nodes.source(2 * depth)).toBe('1');
  });

  it('skips a byte order mark', () => {
    const { tokeniser, nodes } = tokenise('\ufeff{"a":1}', [1, 2]);
    expect(tokeniser.complete).toBe(true);
    expect(valueOf(nodes)).toEqual({ a: 1 });
  });

  it('keeps what was read before an error, with its containers open', () => {
    const { tokeniser, nodes } = tokenise('{"a":[1,2,"x"],"b":{"c":tru');
    expect(tokeniser.failure).toEqual({ offset: 27, expected: 'literal', ended: true, openedAt: 19 });
    expect(valueOf(nodes)).toEqual({ a: [1, 2, 'x'], b: {} });
    expect(nodes.index.isComplete(0)).toBe(false);
    expect(nodes.index.childCount(0)).toBe(2);
  });

  it('keeps repeated keys and every digit', () => {
    const { nodes } = tokenise('{"a":1.50,"a":123456789012345678901234567890e400}');
    expect(outline(nodes).slice(1)).toMatchObject([
      { key: 'a', source: '1.50' },
      { key: 'a', source: '123456789012345678901234567890e400' },
    ]);
  });
});
