import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson, minifyJson } from '@renderer/tools/json/format-json';
import { parsableJson } from '../testing/parsable-json';
import { parseJsonTree, pointerTo, sourceOf, stringOf, type JsonNode, type JsonTree } from './json-tree';

/** What JSON.parse would make of the tree: for texts without repeated keys, the same value. */
function valueOf(tree: JsonTree, node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(tree, value)]));
    case 'array':
      return node.items.map((item) => valueOf(tree, item));
    case 'string':
      return stringOf(tree, node);
    default:
      return JSON.parse(sourceOf(tree, node));
  }
}

describe('parseJsonTree', () => {
  it('holds the same value as JSON.parse', () => {
    fc.assert(
      fc.property(parsableJson(), (text) => {
        const parsed = parseJsonTree(text);
        expect(parsed.ok && valueOf(parsed.tree, parsed.tree.root)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('reads every key as written, whatever key came before', () => {
    for (const [text, value] of [
      ['{"x":0,"k\\\\":1}', { x: 0, 'k\\': 1 }],
      ['{"x":0,"k\\n":2}', { x: 0, 'k\n': 2 }],
    ] as const) {
      const parsed = parseJsonTree(text);
      expect(parsed.ok && valueOf(parsed.tree, parsed.tree.root)).toEqual(value);
    }
  });

  it('keeps repeated keys, huge numbers and their digits', () => {
    const parsed = parseJsonTree('{"a":1.50,"a":123456789012345678901234567890e400}');
    const root = parsed.ok ? parsed.tree.root : null;
    expect(
      parsed.ok &&
        root?.kind === 'object' &&
        root.members.map(({ key, value }) => [key, sourceOf(parsed.tree, value)]),
    ).toEqual([
      ['a', '1.50'],
      ['a', '123456789012345678901234567890e400'],
    ]);
  });

  it('refuses JSON nested more than 500 levels deep', () => {
    const parsed = parseJsonTree('['.repeat(501) + ']'.repeat(501));
    expect(parsed).toMatchObject({ ok: false, problem: { offset: 500 } });
    expect(parseJsonTree('['.repeat(500) + ']'.repeat(500)).ok).toBe(true);
  });
});

describe('pointerTo', () => {
  it('escapes as RFC 6901 says', () => {
    expect(pointerTo(pointerTo('', 'a/b~c'), 3)).toBe('/a~1b~0c/3');
  });
});

describe('formatJson and minifyJson', () => {
  it('format like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(formatJson(text)).toBe(JSON.stringify(value, null, 2));
        expect(minifyJson(JSON.stringify(value, null, '\t'))).toBe(text);
      }),
    );
  });

  it('change only white space', () => {
    const text =
      '{"n": 1.500e+3,\n "n": 100000000000000000001, "\\u0061": "\\/ {{CARD_NUMBER_1}}", "o": {}, "a": [ ]}';
    expect(minifyJson(text)).toBe(
      '{"n":1.500e+3,"n":100000000000000000001,"\\u0061":"\\/ {{CARD_NUMBER_1}}","o":{},"a":[]}',
    );
    expect(minifyJson(formatJson(text) ?? '')).toBe(minifyJson(text));
  });

  it('return null for invalid JSON', () => {
    expect(formatJson('{"a":}')).toBeNull();
  });
});
