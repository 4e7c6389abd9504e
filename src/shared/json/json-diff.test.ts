import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignItems } from './align-items';
import { diffJson, type JsonChange } from './json-diff';

/** Changes as lines: `~ /a 1 -> 2`. */
function lines(before: string, after: string): string[] | undefined {
  return diffJson(before, after)?.map((change) => {
    switch (change.kind) {
      case 'added':
        return `+ ${change.after.pointer} ${change.after.text}`;
      case 'removed':
        return `- ${change.before.pointer} ${change.before.text}`;
      case 'changed':
        return `~ ${change.before.pointer} ${change.before.text} -> ${change.after.text}`;
      case 'moved':
        return `> ${change.before.pointer} -> ${change.after.pointer}`;
    }
  });
}

/** The value at a pointer. */
function at(json: string, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      JSON.parse(json),
    );
}

/** The same value with the keys of its objects sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

const smallValue = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(1, 2, 'a', 'b', null, true),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'id', 'c/d', 'e~f'), tie('value'), { maxKeys: 3 }),
    ),
  }))
  .value.map((value) => JSON.stringify(value));

describe('diffJson', () => {
  it.each<[string, string, string[]]>([
    ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', []],
    ['"\\u0041"', '"A"', []],
    ['{"a":1.0}', '{"a":1}', ['~ /a 1.0 -> 1']],
    [
      '{"n":100000000000000000001}',
      '{"n":100000000000000000002}',
      ['~ /n 100000000000000000001 -> 100000000000000000002'],
    ],
    ['{"a":null}', '{}', ['- /a null']],
    ['{}', '{"a/b":{"c":1}}', ['+ /a~1b {"c":1}']],
    ['[1,2,3]', '[1,9,3]', ['~ /1 2 -> 9']],
    ['[1,2,3]', '[0,1,2,3]', ['+ /0 0']],
    ['[1,2,3]', '[3,1,2]', ['> /2 -> /0']],
    ['[1,{"a":1}]', '[1,5]', ['- /1 {"a":1}', '+ /1 5']],
    ['[{"id":1,"q":1},{"id":2,"q":1}]', '[{"id":2,"q":5}]', ['- /0 {"id":1,"q":1}', '~ /1/q 1 -> 5']],
    ['[{"id":1,"q":1},{"id":2,"q":1}]', '[{"id":2,"q":1},{"id":1,"q":7}]', ['> /0 -> /1', '~ /0/q 1 -> 7']],
    ['{"a":1,"a":2}', '{"a":1,"a":3}', ['~ /a 2 -> 3']],
    [
      '{"items":[{"sku":"a","n":1},{"sku":"b","n":2}]}',
      '{"items":[{"sku":"a","n":3},{"sku":"b","n":2}]}',
      ['~ /items/0/n 1 -> 3'],
    ],
    ['1', '[1]', ['~  1 -> [1]']],
  ])('%s and %s', (before, after, expected) => {
    expect(lines(before, after)).toEqual(expected);
  });

  it('finds no difference if and only if the values are equal', () => {
    fc.assert(
      fc.property(smallValue, smallValue, (before, after) => {
        const equal = canonical(JSON.parse(before)) === canonical(JSON.parse(after));
        expect(diffJson(before, after)?.length === 0).toBe(equal);
        expect(diffJson(before, JSON.stringify(JSON.parse(before), null, 2))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('has pointers to the texts that it shows', () => {
    fc.assert(
      fc.property(smallValue, smallValue, (before, after) => {
        for (const change of diffJson(before, after) ?? []) {
          if (change.kind !== 'added')
            expect(at(before, change.before.pointer)).toEqual(JSON.parse(change.before.text));
          if (change.kind !== 'removed')
            expect(at(after, change.after.pointer)).toEqual(JSON.parse(change.after.text));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is reversed when the texts are swapped', () => {
    const turned = (change: JsonChange): string =>
      change.kind === 'added' ? 'removed' : change.kind === 'removed' ? 'added' : change.kind;
    fc.assert(
      fc.property(smallValue, (before) => {
        const after = JSON.stringify({ wrapped: JSON.parse(before) as unknown });
        expect(diffJson(before, after)?.map(turned).sort()).toEqual(
          diffJson(after, before)
            ?.map(({ kind }) => kind)
            .sort(),
        );
      }),
    );
  });

  it('returns null for text that is not JSON', () => {
    expect(diffJson('{', '{}')).toBeNull();
  });

  it('compares 20,000 items, a few of which have changed', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({
      id: `i${index}`,
      amount: index,
      tags: ['a', 'b'],
    }));
    const changed = items.map((item) => (item.amount % 5000 === 1 ? { ...item, amount: -1 } : item));
    expect(lines(JSON.stringify(items), JSON.stringify([...changed.slice(1), changed[0]]))).toEqual([
      '> /0 -> /19999',
      '~ /1/amount 1 -> -1',
      '~ /5001/amount 5001 -> -1',
      '~ /10001/amount 10001 -> -1',
      '~ /15001/amount 15001 -> -1',
    ]);
  });
});

describe('alignItems', () => {
  const item = fc.record({
    value: fc.nat({ max: 5 }),
    id: fc.option(fc.constantFrom('x', 'y', 'z')),
    kind: fc.constantFrom('object', 'scalar'),
  });

  it('gives each item one place, and pairs in ascending order', () => {
    fc.assert(
      fc.property(fc.array(item), fc.array(item), (before, after) => {
        const { pairs, moved, removed, added } = alignItems(before, after);
        const from = [...pairs, ...moved].map(([index]) => index);
        const to = [...pairs, ...moved].map(([, index]) => index);
        const ascending = (numbers: readonly number[]): number[] =>
          [...numbers].sort((one, other) => one - other);
        expect(ascending([...from, ...removed])).toEqual([...before.keys()]);
        expect(ascending([...to, ...added])).toEqual([...after.keys()]);
        expect(pairs.map(([, index]) => index)).toEqual(ascending(pairs.map(([, index]) => index)));
      }),
      { numRuns: 500 },
    );
  });
});
