import { describe, expect, it } from 'vitest';
import { findingOf } from './rule-violations';

const ofTypes = (types: readonly string[], value: unknown): readonly (string | null)[] => {
  const violation = { keyword: 'type', instancePath: '/a', schemaPath: '', params: { type: types } };
  const { message, expected } = findingOf(violation, { a: value }, types);
  return [message, expected];
};

describe('a finding about a type', () => {
  it.each<[readonly string[], unknown, string, string]>([
    [['integer'], 'x', 'This should be a whole number, and it is text.', 'whole number'],
    [['integer'], 1.5, 'This should be a whole number, and it is a number with a fraction.', 'whole number'],
    [['string', 'null'], 1, 'This should be text or null, and it is a number.', 'text or null'],
    [['boolean'], null, 'This should be true or false, and it is null.', 'true or false'],
    [['array'], {}, 'This should be a list, and it is an object.', 'list'],
    [['object'], [], 'This should be an object, and it is a list.', 'object'],
    [['number'], true, 'This should be a number, and it is true.', 'number'],
  ])('uses the words of the field table: %j', (types, value, message, expected) => {
    expect(ofTypes(types, value)).toEqual([message, expected]);
  });
});

describe('a finding about a rule that only added documents have', () => {
  const of = (keyword: string, params: object, value: unknown) => {
    const violation = { keyword, instancePath: '/a', schemaPath: '', params: { ...params } };
    const { pointer, severity, message, expected } = findingOf(violation, { a: value }, []);
    return [pointer, severity, message, expected];
  };
  it.each([
    [
      'unevaluatedProperties',
      { unevaluatedProperty: 'x' },
      { x: 1 },
      [
        '/a/x',
        'warning',
        'The specification does not list this property, and allows none but those it lists.',
        'no such property',
      ],
    ],
    [
      'items',
      { limit: 2 },
      [1, 2, 3],
      ['/a', 'error', 'The list is longer than 2, the longest allowed.', 'at most 2 items'],
    ],
    ['false schema', {}, 1, ['/a', 'error', 'The specification allows nothing here.', 'nothing']],
    [
      'enum',
      { allowedValues: [1, 'a', null] },
      2,
      ['/a', 'warning', '2 is not one of the values that the specification lists.', '1, a, null'],
    ],
  ])('is in words: %s', (keyword, params, value, finding) => {
    expect(of(keyword, params, value)).toEqual(finding);
  });
});
