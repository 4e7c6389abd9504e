import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonPath, stepsTo } from '../index/json-places';
import { indexed } from '../test-support/indexed';
import { naiveMatches } from '../test-support/naive-path';
import { matchJsonPath } from './json-path-match';
import { parseJsonPath, type Segment, type Selector } from '@shared/json/json-path';

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
    case 'index':
      return String(selector.index);
    case 'slice':
      return `${selector.start ?? ''}: ${selector.end ?? ''} :${selector.step}`;
  }
}

describe('matchJsonPath', () => {
  it('selects what RFC 9535 says', () => {
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
      { numRuns: 1000 },
    );
  });

  it('finds a member whichever way its key is written, and both of a key that is there twice', () => {
    expect(sourcesOf('{"\\u0061":1,"b":{"a":2,"a":3}}', '$..a')).toEqual(['1', '2', '3']);
    expect(sourcesOf('{"x\\"y":1}', `$['x"y']`)).toEqual(['1']);
    expect(sourcesOf('{"a":"b","b":1}', `$['a":"b']`)).toEqual([]);
  });

  it('finds nothing in an empty index', () => {
    expect(sourcesOf('', '$..*')).toEqual([]);
  });

  it('gives way now and then', () => {
    const nodes = indexed(`[${'1,'.repeat(50_000)}1]`);
    const work = matchJsonPath(nodes, segmentsOf('$[*]'));
    expect(work.next().done).toBe(false);
  });
});

describe('parseJsonPath', () => {
  it('reads back what is written out', () => {
    fc.assert(
      fc.property(segments, (path) => {
        expect(segmentsOf(`$${path.map(written).join('')}`)).toEqual(path);
      }),
    );
  });

  it('reads the path that a node is given', () => {
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
  ])('takes %s', (path, count) => {
    expect(segmentsOf(path)).toHaveLength(count);
  });

  it.each([
    ['', 0, 'begins with $'],
    ['a.b', 0, 'begins with $'],
    ['$a', 1, 'Expected . or ['],
    ['$.', 2, 'name or *'],
    ['$.a b', 4, 'Expected . or ['],
    ['$.a ', 3, 'white space'],
    ['$[?@.price < 10]', 2, 'Filter expressions'],
    ['$.length()', 8, 'Functions'],
    ['$[]', 2, 'between [ and ]'],
    ['$[01]', 2, 'leading zeros'],
    ['$[-0]', 2, 'leading zeros'],
    ['$[9007199254740992]', 2, 'out of range'],
    ["$['a]", 2, 'never closed'],
    ["$['\\x']", 3, 'no escape'],
    ['$[0', 3, 'Expected , or ]'],
    ['$[a]', 2, 'in quotes'],
  ])('refuses %s at %i', (path, at, message) => {
    expect(parseJsonPath(path)).toEqual({
      ok: false,
      refusal: { at, message: expect.stringContaining(message) },
    });
  });
});
