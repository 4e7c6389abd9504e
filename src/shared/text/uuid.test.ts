import { expect, it } from 'vitest';
import { findUuids, readUuids } from './uuid';

const A = '11111111-0000-4000-8000-00000000000a';
const B = '22222222-0000-4000-8000-00000000000b';

it('finds ids wherever they stand in a text, each once, also those that touch each other', () => {
  expect(findUuids(`id=${A.toUpperCase()}, then ${B}.`)).toEqual([A, B]);
  // A second paste behind the first.
  expect(findUuids(A + B)).toEqual([A, B]);
  expect(readUuids(`${A}${A}\n${B} ${A}`)).toEqual({ uuids: [A, B], duplicates: 2 });
});

it('takes no id out of a longer run of letters and digits', () => {
  expect(findUuids(`x${A}`)).toEqual([]);
  expect(findUuids(`${A}0`)).toEqual([]);
  expect(findUuids(`${A}${B.slice(0, 20)}`)).toEqual([]);
});
