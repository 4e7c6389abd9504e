import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonPath, stepsTo } from '../index/json-places';
import { indexed } from '../test-support/indexed';
import { naiveMatches } from '../test-support/naive-path';
import { matchJsonPath } from './json-path-match';
import { selectingTests } from '@shared/json-path/compliance.fixture';
import { parseJsonPath, type Segment, type Selector } from '@shared/json-path/json-path';

function run<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function segmentsOf(path: string): readonly Segment[] {
  const parsed = parseJsonPath(path);
  if (!parsed.ok) throw new Error(parsed.refusal.message);
  return parsed.segments;
}

function sourcesOf(text: string, path: string): string[] {
  const nodes = indexed(text);
  return [...run(matchJsonPath(nodes, segmentsOf(path)))].map((node) => nodes.source(node));
}

const names = ['a', 'b', 'odd key', "it's", '"', '\\', 'ключ', ''];
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(1, 'x', null, true),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
  ),
})).value;

const bound = fc.option(fc.integer({ min: -7, max: 7 }));
const selector: fc.Arbitrary<Selector> = fc.oneof(
  fc.record({ kind: fc.constant('name' as const), name: fc.constantFrom(...names) }),
  fc.constant({ kind: 'wildcard' as const }),
  fc.record({ kind: fc.constant('index' as const), index: fc.integer({ min: -6, max: 6 }) }),
  fc.record({
    kind: fc.constant('slice' as const),
    start: bound,
    end: bound,
    step: fc.integer({ min: -3, max: 3 }),
  }),
);
const segments = fc.array(
  fc.record({ descendant: fc.boolean(), selectors: fc.array(selector, { minLength: 1, maxLength: 3 }) }),
  { maxLength: 4 },
);

function written({ descendant, selectors }: Segment): string {
  return `${descendant ? '..' : ''}[${selectors.map(writtenSelector).join(' ,')}]`;
}

function writtenSelector(selector: Selector): string {
  switch (selector.kind) {
    case 'wildcard':
      return '*';
    case 'name':
      return `'${JSON.stringify(selector.name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
    case 'filter':
      throw new Error('no filter is made here');
    case 'index':
      return String(selector.index);
    case 'slice':
      return `${selector.start ?? ''}: ${selector.end ?? ''} :${selector.step}`;
  }
}

describe('matchJsonPath', () => {
  it('agrees with a naive implementation of RFC 9535', () => {
    fc.assert(
      fc.property(value, segments, (json, path) => {
        const nodes = indexed(JSON.stringify(json));
        const found = run(matchJsonPath(nodes, path));
        expect([...found]).toEqual([...found].sort((a, b) => a - b));
        expect(new Set([...found].map((node) => JSON.stringify(stepsTo(nodes, node))))).toEqual(
          naiveMatches(json, path),
        );
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: 400 },
    );
  });

  it('finds a member however its key is written, and both members of a repeated key', () => {
    expect(sourcesOf('{"\\u0061":1,"b":{"a":2,"a":3}}', '$..a')).toEqual(['1', '2', '3']);
    expect(sourcesOf('{"x\\"y":1}', `$['x"y']`)).toEqual(['1']);
    expect(sourcesOf('{"a":"b","b":1}', `$['a":"b']`)).toEqual([]);
  });

  it('agrees with the compliance suite of RFC 9535, with each node once', () => {
    for (const { name, selector, document, paths } of selectingTests()) {
      const nodes = indexed(JSON.stringify(document));
      const match = (path: string): number[] => [...run(matchJsonPath(nodes, segmentsOf(path)))];
      const expected = new Set(paths.flatMap(match));
      expect(match(selector), name).toEqual([...expected].sort((a, b) => a - b));
    }
  });

  it('filters by values elsewhere in the body, and by exact digits', () => {
    const text =
      '{"limit":12345678901234567890123,"items":[{"n":12345678901234567890122},{"n":12345678901234567890124}]}';
    expect(sourcesOf(text, '$.items[?@.n > $.limit]')).toEqual(['{"n":12345678901234567890124}']);
    expect(sourcesOf('[{"a":"x\\u0079"},{"a":"xz"}]', '$[?match(@.a, "x[a-y]")]')).toEqual([
      '{"a":"x\\u0079"}',
    ]);
    expect(sourcesOf('[[[]],[[[]]],[[]]]', '$[?@ == $[0]]')).toEqual(['[[]]', '[[]]']);
  });

  it('compares deeply nested values', () => {
    const deep = (innermost: string): string => '['.repeat(50_000) + innermost + ']'.repeat(50_000);
    expect(sourcesOf(`[${deep('1')},${deep('1')},${deep('2')}]`, '$[?@ == $[0]]')).toHaveLength(2);
    expect(sourcesOf(`[${deep('{"a":1}')}]`, '$[?count(@..a) == 1]')).toHaveLength(1);
  });

  it('finds nothing in an empty index', () => {
    expect(sourcesOf('', '$..*')).toEqual([]);
  });

  it('yields regularly', () => {
    const nodes = indexed(`[${'1,'.repeat(50_000)}1]`);
    const work = matchJsonPath(nodes, segmentsOf('$[*]'));
    expect(work.next().done).toBe(false);
  });

  it('yields regularly inside a filter', () => {
    const nodes = indexed(`[[${'1,'.repeat(50_000)}1]]`);
    expect(matchJsonPath(nodes, segmentsOf('$[?count(@.*) > 1]')).next().done).toBe(false);
  });
});

describe('parseJsonPath', () => {
  it('round-trips a path', () => {
    fc.assert(
      fc.property(segments, (path) => {
        expect(segmentsOf(`$${path.map(written).join('')}`)).toEqual(path);
      }),
    );
  });

  it('parses the path of every node', () => {
    fc.assert(
      fc.property(value, (json) => {
        const nodes = indexed(JSON.stringify(json));
        for (let node = 0; node < nodes.index.nodeCount; node++) {
          const path = jsonPath(stepsTo(nodes, node));
          expect([...run(matchJsonPath(nodes, segmentsOf(path)))]).toEqual([node]);
        }
      }),
    );
  });

  it.each([
    ['$.cart_items[0].name', 3],
    ['$..amount', 1],
    ['$..[0, -1]', 1],
    ['$[\'a\', "b"]', 1],
    ['$ .a ["b"]', 2],
    ['$[1:][::-1]', 2],
    ['$.ключ', 1],
  ])('accepts %s', (path, count) => {
    expect(segmentsOf(path)).toHaveLength(count);
  });

  it.each([
    ['', 0, 'begins with $'],
    ['a.b', 0, 'begins with $'],
    ['$a', 1, 'Expected . or ['],
    ['$.', 2, 'name or *'],
    ['$.a b', 4, 'Expected . or ['],
    ['$.a ', 3, 'white space'],
    ['$.length()', 8, 'stands in a filter'],
    ['$[?@.a = 1]', 7, 'written =='],
    ['$[?@.a ==]', 9, 'Expected @'],
    ['$[?@.* == 1]', 3, 'many values'],
    ['$[?1]', 3, 'is not a condition'],
    ['$[?size(@) > 1]', 3, 'no function size'],
    ['$[?match(@.a)]', 12, 'takes 2 values'],
    ['$[?match(@.a, "b") == true]', 3, 'true or false by itself'],
    ['$[?(@.a]', 7, 'Expected )'],
    ["$['\\ud800']", 3, 'half a character'],
    ['$[]', 2, 'between [ and ]'],
    ['$[01]', 2, 'leading zeros'],
    ['$[-0]', 2, 'leading zeros'],
    ['$[9007199254740992]', 2, 'out of range'],
    ["$['a]", 2, 'never closed'],
    ["$['\\x']", 3, 'not an escape'],
    ['$[0', 3, 'Expected , or ]'],
    ['$[a]', 2, 'in quotes'],
  ])('rejects %s at %i', (path, at, message) => {
    expect(parseJsonPath(path)).toEqual({
      ok: false,
      refusal: { at, message: expect.stringContaining(message) },
    });
  });
});
