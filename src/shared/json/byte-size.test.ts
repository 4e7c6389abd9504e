import { expect, it } from 'vitest';
import { byteSize } from './byte-size';

it('counts two bytes for a character, wherever it stands', () => {
  const size = byteSize({ list: [{ text: '' }] });
  expect(byteSize({ list: [{ text: 'x'.repeat(1_000) }] }) - size).toBe(2_000);
});
