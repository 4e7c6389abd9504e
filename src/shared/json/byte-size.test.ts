import { expect, it } from 'vitest';
import { byteSize } from './byte-size';

it('counts two bytes per character at any depth', () => {
  const size = byteSize({ list: [{ text: '' }] });
  expect(byteSize({ list: [{ text: 'x'.repeat(1_000) }] }) - size).toBe(2_000);
});
