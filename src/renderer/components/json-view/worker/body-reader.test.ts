import { expect, it, vi } from 'vitest';
import { BodyUnreadable, readFrom } from './body-reader';

it.each([
  'https://evil.example/bodies/1',
  'app://explorer/index.html',
  'app://explorer/bodies/..',
  'app://explorer/bodies/%2e%2e/index.html',
  'app://explorer/bodies/1/../../index.html',
  'app://explorer@evil.example/bodies/1',
  'app://evil/bodies/1',
  '//evil.example/bodies/1',
])('reads nothing but bodies: not %s', (address) => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  expect(() => readFrom(address)).toThrow(BodyUnreadable);
  expect(asked).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
