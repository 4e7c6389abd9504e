import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsableValue } from '@shared/testing/parsable-json';
import { withoutLayout } from './without-layout';

it('takes from JSON the space between its parts, however it is laid out, and nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string(), parsableValue()), fc.array(parsableValue())), (value) => {
      const minified = JSON.stringify(value);
      for (const indent of [0, 1, 4, '\t'] as const)
        expect(withoutLayout(` \n${JSON.stringify(value, null, indent)}\r\n`)).toBe(minified);
    }),
  );
});

it('leaves what stands in strings, numbers as they are written, the order of keys, and keys that stand twice', () => {
  const text = '{ "b" : 1.0 ,\t"a\\\\" : "x , \\" : y " , "b" : [ 1e2 , 100 ] }';
  expect(withoutLayout(text)).toBe('{"b":1.0,"a\\\\":"x , \\" : y ","b":[1e2,100]}');
});

it.each([
  ['text', ' a  b '],
  ['a form', 'a=1 2&b={ }'],
  ['XML', '<a> {"b": 1} </a>'],
  ['nothing', ''],
])('leaves %s as it is', (_what, text) => {
  expect(withoutLayout(text)).toBe(text);
});

it.each([
  ['two words', '[1 2]', '[12]'],
  ['a string without an end', '{"a , b', '{"a,b'],
  ['words with other space between them', '{a  b}', '{a b}'],
])('never takes one text for another: %s', (_what, one, other) => {
  expect(withoutLayout(one)).not.toBe(withoutLayout(other));
});
