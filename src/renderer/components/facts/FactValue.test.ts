import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import FactValue from './FactValue.vue';
import { parseExactJson } from './parse-exact-json';

const textOf = (json: string): string =>
  mount(FactValue, { props: { value: parseExactJson(json), label: 'x' } })
    .find('.fact-value')
    .text();

it('shows control and direction characters as escapes', () => {
  expect(textOf('"a\\u202eb\\u0000c\\u200bd"')).toContain('a\\u202eb\\u0000c\\u200bd');
});

it('shows a joiner in a name as it is: in an emoji, or between letters of a script that needs it', () => {
  for (const name of [
    '\u{1f469}\u200d\u{1f4bb}',
    '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}',
    'می\u200cخواهم',
    'क्\u200dष',
  ])
    expect(textOf(JSON.stringify(name))).toContain(name);
  expect(textOf('"a\u200db \u200d\u062e"')).toContain('a\\u200db \\u200d');
});

it('shows 2,000 newlines with few elements', () => {
  const shown = mount(FactValue, { props: { value: '\n'.repeat(2_000), label: 'x' } });
  expect(shown.find('bdi').text()).toBe('\\n'.repeat(2_000));
  expect(shown.findAll('bdi span')).toHaveLength(101);
});

it('shows numbers as written, and distinguishes null, empty and absent values', () => {
  expect(textOf('1.10')).toContain('1.10');
  expect(textOf('{"a":12345678901234567890123}')).toContain('{"a":12345678901234567890123}');
  expect(textOf('null')).toBe('null');
  expect(textOf('""')).toContain('(empty text)');
  expect(textOf('no value')).toBe('not given');
});

it('shows a value nested 900 levels deep, and the start of one nested 5,000 deep', () => {
  const deep = '['.repeat(900) + ']'.repeat(900);
  expect(textOf(deep)).toContain(deep);
  expect(textOf('['.repeat(5_000) + ']'.repeat(5_000))).toMatch(/^\[{2000}… the first 2,000 characters/);
});

it('shows the start of a long value, and copies all of it', () => {
  const long = `"${'a'.repeat(30_000)}"`;
  const shown = mount(FactValue, { props: { value: parseExactJson(long), label: 'x' } });
  expect(shown.find('bdi').text()).toBe('a'.repeat(2_000));
  expect(shown.text()).toContain('the first 2,000 of 30,000 characters');
  expect(shown.findComponent({ name: 'CopyButton' }).props('text')).toHaveLength(30_000);
});
