import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsableValue } from '@shared/testing/parsable-json';
import { withoutLayout } from './without-layout';

it('removes the white space between the parts of JSON, and nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string(), parsableValue()), fc.array(parsableValue())), (value) => {
      const minified = JSON.stringify(value);
      for (const indent of [0, 1, 4, '\t'] as const)
        expect(withoutLayout(` \n${JSON.stringify(value, null, indent)}\r\n`)).toBe(minified);
    }),
  );
});

it('keeps strings, number notation, the order of keys and duplicate keys', () => {
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
  ['an unterminated string', '{"a , b', '{"a,b'],
  ['words with other spaces between them', '{a  b}', '{a b}'],
])('never makes two different texts equal: %s', (_what, one, other) => {
  expect(withoutLayout(one)).not.toBe(withoutLayout(other));
});
