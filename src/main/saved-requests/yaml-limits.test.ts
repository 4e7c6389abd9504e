import { expect, it } from 'vitest';
import { bruRows } from './collections/bru-text';
import { readCollection } from './collections/read-collection';
import { readYaml } from './collections/read-yaml';
import { readRequestText } from './request-text';

const DEEP = 'It goes deeper than 200 levels.';
const MANY = 'It has more than 10,000 parts.';
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

// Each of the deep texts ended the process; each of the others held it up for seconds, and the longer the text, the
// longer.
it.each([
  ['- '.repeat(10_000), DEEP],
  ['? '.repeat(10_000), DEEP],
  ['a: '.repeat(10_000), DEEP],
  [`a: ${'['.repeat(50_000)}${']'.repeat(50_000)}`, DEEP],
  [`a: ${'{b: '.repeat(10_000)}`, DEEP],
  [lines(2_000, (index) => `${' '.repeat(index)}a:`), DEEP],
  [lines(40_000, (index) => `k${index}: v`), MANY],
  [`{${lines(40_000, (index) => `k${index}: v,`)}}`, MANY],
  [`a: ${'!!x '.repeat(50_000)}`, MANY],
  [lines(40_000, (index) => `- &a${index} v`), MANY],
  [`a: b\n${']'.repeat(20_000)}`, MANY],
  [`a: b\n${'\n'.repeat(200_000)}`, 'It has more than 100,000 lines outside of its texts.'],
  [`a: b\n${'# c\n'.repeat(200_000)}`, 'It has more than 100,000 lines outside of its texts.'],
])('%.12s… is refused before the YAML parser, with the reason', (text, why) => {
  expect(readRequestText(text)).toEqual([{ ok: false, why }]);
  expect(readRequestText(`a: b\n---\n${text}`)).toEqual([{ ok: false, why }]);
});

it('A text of another tool may have many keys, but not more depth or tags', () => {
  const many = lines(20_000, (index) => `k${index}: v`);
  const read = readYaml(many);
  expect(Object.keys((read.ok && read.value) || {})).toHaveLength(20_000);
  expect(readYaml(`a: ${'- '.repeat(10_000)}`)).toEqual({ ok: false, why: DEEP });
  expect(readYaml(`a: ${'!!x '.repeat(50_000)}`)).toEqual({ ok: false, why: MANY });
});

it('Brackets in a body do not count as depth, and documents are counted separately', () => {
  const body = `a: |\n${lines(3_000, () => '  [[[[{{{{ - - - ? ? : :')}\nb: '${'['.repeat(1_000)}'`;
  expect(readYaml(body)).toEqual({
    ok: true,
    value: { a: expect.stringContaining('[[[[{{{{'), b: '['.repeat(1_000) },
  });
  const deep = `a: ${'['.repeat(150)}${']'.repeat(150)}`;
  expect(readYaml(`${deep}\nb: ${'x'.repeat(20_000)}`)).toHaveProperty('value.b');
  expect(readRequestText(lines(3_000, () => '---\na: [b, c, d, e]'))).toHaveLength(3_000);
});

it('A Postman collection nested too deeply is refused', () => {
  const nested = (levels: number): string =>
    `{"info":{"name":"x"},"item":[${'{"name":"f","item":['.repeat(levels)}${']}'.repeat(levels)}]}`;
  expect(readCollection(nested(50))).toMatchObject({ tool: 'Postman' });
  expect(readCollection(nested(5_000))).toBeNull();
});

it('Many rows of Bruno and a long one are read', () => {
  expect(bruRows(lines(300_000, (index) => `x${index} : y`).split('\n'))).toHaveLength(300_000);
  expect(bruRows([`a${' '.repeat(300_000)}b`, 'c : d'])).toEqual([{ name: 'c', value: 'd', enabled: true }]);
});
