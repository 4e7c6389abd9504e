import { expect, it } from 'vitest';
import { diffJson } from '@shared/json/json-diff';
import { diffHeaders } from '@renderer/tools/diff/header-diff';
import { countChanges, ofHeaders, ofJson, sameInJson } from './changes';

it('lists the changed fields of JSON with their place and both values', () => {
  const changes = diffJson(
    '{"expires_at":"2020","cart_items":[{"name":"Bag","quantity":1}],"old":"1"}',
    '{"expires_at":"2021","cart_items":[{"name":"Bag","quantity":2}],"metadata":{"a/b":""}}',
  );
  expect(ofJson(changes ?? [])).toEqual([
    {
      kind: 'changed',
      field: 'Valid until',
      place: '/expires_at',
      isPointer: true,
      before: '"2020"',
      after: '"2021"',
    },
    {
      kind: 'changed',
      field: 'Item 1, quantity',
      place: '/cart_items/0/quantity',
      isPointer: true,
      before: '1',
      after: '2',
    },
    // Text that looks like a number keeps its quotes.
    { kind: 'removed', field: 'Old', place: '/old', isPointer: true, before: '"1"', after: null },
    {
      kind: 'added',
      field: 'Metadata',
      place: '/metadata',
      isPointer: true,
      before: null,
      after: '{"a/b":""}',
    },
  ]);
});

it('lists fields that are the same at the same place', () => {
  expect(
    sameInJson(
      '{"id":"a","cart_items":[{"sku":"x","name":"Bag"}],"empty":{}}',
      '{"cart_items":[{"sku":"x","name":"Hat"}],"id":"a","empty":{}}',
    ),
  ).toMatchObject([
    { kind: 'same', field: 'Item 1, SKU', place: '/cart_items/0/sku', before: 'x', after: 'x' },
    { kind: 'same', field: 'ID', before: 'a' },
    { kind: 'same', field: 'Empty', before: '{}' },
  ]);
  expect(sameInJson('no JSON', '{}')).toEqual([]);
});

it('lists the headers that differ', () => {
  expect(
    ofHeaders([
      { kind: 'same', name: 'a', before: ['1'], after: ['1'] },
      { kind: 'changed', name: 'date', before: ['x', 'y'], after: ['z'] },
      { kind: 'added', name: 'etag', before: [], after: ['e'] },
    ]).map(({ field, before, after }) => [field, before, after]),
  ).toEqual([
    ['date', 'x', 'z'],
    ['date', 'y', null],
    ['etag', null, 'e'],
  ]);
  expect([countChanges(1), countChanges(1200)]).toEqual(['1 field differs', '1,200 fields differ']);
});

it.each([
  [
    'one value with a comma, and two',
    ['a, b'],
    ['a', 'b'],
    ['changed value 1: a, b → a', 'added value 2: null → b'],
  ],
  ['another order', ['a', 'b'], ['b', 'a'], ['moved value 1 → 2: a → a']],
  ['one of three', ['a', 'b', 'c'], ['a', 'x', 'c'], ['changed value 2: b → x']],
  ['one of two that are the same', ['a', 'b', 'a'], ['a', 'b'], ['removed value 3: a → null']],
  ['one more, before the others', ['a'], ['x', 'a'], ['added value 1: null → x']],
])('tells which values of a header that repeats differ: %s', (_what, before, after, lines) => {
  const list = (values: readonly string[]) => values.map((value) => ['Link', value] as const);
  expect(
    ofHeaders(diffHeaders(list(before), list(after))).map(
      (line) => `${line.kind} ${line.place}: ${line.before} → ${line.after}`,
    ),
  ).toEqual(lines);
});

it('shows the place where two long values differ, wherever it is in them', () => {
  const start = 'x'.repeat(2_000);
  const end = 'y'.repeat(2_000);
  const json = (middle: string): string => JSON.stringify({ note: `${start}${middle}${end}` });
  const [change] = ofJson(diffJson(json('before'), json('after')) ?? []);
  expect(change?.before).toMatch(/^…x+beforey+…$/);
  expect(change?.after).toMatch(/^…x+aftery+…$/);
  expect(change?.before?.length).toBeLessThanOrEqual(302);
  const [shorter] = ofJson(diffJson(json(''), JSON.stringify({ note: start })) ?? []);
  expect(shorter?.before).toMatch(/^…x+y+…$/);
  expect(shorter?.after).toMatch(/^…x+$/);

  const [header] = ofHeaders([
    { kind: 'changed', name: 'link', before: [`${start}before${end}`], after: [`${start}after${end}`] },
  ]);
  expect(header?.before).toMatch(/^…x+beforey+…$/);
  expect(header?.after).toMatch(/^…x+aftery+…$/);
});
