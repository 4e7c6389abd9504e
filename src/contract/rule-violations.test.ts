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
