import { expect, it } from 'vitest';
import { addExpectation } from './add-expectation';
import type { Comparison, Expectation } from './saved-requests';

const path = (at: string, is: Comparison): Expectation => ({ kind: 'json-path', path: at, is });
const equal = (value: string): Comparison => ({ how: 'equals', value });
const BEFORE: readonly Expectation[] = [
  { kind: 'status', status: 200 },
  path('$.a', equal('1')),
  path('$.b', { how: 'exists' }),
  { kind: 'header', name: 'x', is: { how: 'contains', text: 'y' } },
];

it('returns the same list if nothing is new', () => {
  for (const one of BEFORE) expect(addExpectation(BEFORE, { ...one })).toBe(BEFORE);
});

it('replaces an expectation that contradicts the new one', () => {
  expect(addExpectation(BEFORE, { kind: 'status', status: 201 })[0]).toEqual({ kind: 'status', status: 201 });
  expect(addExpectation(BEFORE, path('$.a', equal('2')))).toEqual(
    BEFORE.map((one, at) => (at === 1 ? path('$.a', equal('2')) : one)),
  );
  expect(addExpectation(BEFORE, path('$.a', { how: 'missing' }))).toHaveLength(BEFORE.length);
});

it('is added beside one that does not contradict it', () => {
  expect(addExpectation(BEFORE, path('$.b', equal('2')))).toEqual([...BEFORE, path('$.b', equal('2'))]);
  expect(addExpectation(BEFORE, path('$.c', equal('1')))).toHaveLength(BEFORE.length + 1);
  expect(addExpectation(BEFORE, { kind: 'time', withinMs: 9 })).toHaveLength(BEFORE.length + 1);
});
