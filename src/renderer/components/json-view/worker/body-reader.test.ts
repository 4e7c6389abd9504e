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
])('does not fetch %s, which is not a body', (address) => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  expect(() => readFrom(address)).toThrow(BodyUnreadable);
  expect(asked).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it('reads into the given buffer, and releases its own copy', async () => {
  const answer = Uint8Array.from([1, 2, 3, 4]);
  const asked = vi.fn(() => Promise.resolve({ ok: true, arrayBuffer: () => Promise.resolve(answer.buffer) }));
  vi.stubGlobal('fetch', asked);
  const all = new Uint8Array(6);
  const read = await readFrom('app://explorer/bodies/1')(2, all.subarray(2, 5), new AbortController().signal);
  vi.unstubAllGlobals();
  expect(String(asked.mock.calls.flat()[0])).toBe('app://explorer/bodies/1?start=2&end=5');
  expect({ read, all: [...all] }).toEqual({ read: 3, all: [0, 0, 1, 2, 3, 0] });
  expect(answer.length).toBe(0);
});

it('does not suggest sending again if a body is gone', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: false, status: 404 }));
  const read = readFrom('app://explorer/bodies/1');
  const failed = read(0, new Uint8Array(1), new AbortController().signal);
  await expect(failed).rejects.toThrow(/^The app no longer holds this body\.$/);
  vi.unstubAllGlobals();
});
