import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressReader, isPlainPath, type Address } from './plain-address';

const before = fc.constantFrom(
  'https://api.example',
  'https://API.example:443',
  'http://[::1]:80',
  'http://127.1:8080',
  'https://user@api.example',
  'https://user:word@api.example',
);
const part = fc.oneof(
  fc.constantFrom('.', '..', '/', '//', '?', '#', '%2e', '\\', '|', "'", ':', '@', '~', '-', '_', 'a.b', 'é'),
  fc.string({ maxLength: 3 }),
);
const rest = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('')}`);

/** The address as the platform reads it; null if it cannot. */
function readBy(read: (text: string) => Address, text: string): Address | null {
  try {
    const { href, origin, protocol, host, hostname, port, pathname, search } = read(text);
    return { href, origin, protocol, host, hostname, port, pathname, search };
  } catch {
    return null;
  }
}

describe('plainly written addresses', () => {
  it('are read as the platform reads them, one after another', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(before, rest), { minLength: 1, maxLength: 6 }), (asked) => {
        const read = addressReader((text) => new URL(text));
        for (const [server, path] of asked)
          expect(readBy(read, server + path)).toEqual(readBy((text) => new URL(text), server + path));
      }),
      { numRuns: 2_000 },
    );
  });

  it('have each server parsed once', () => {
    const asked: string[] = [];
    const read = addressReader((text) => {
      asked.push(text);
      return new URL(text);
    });
    for (const text of ['http://a/x?y=1', 'http://a/x?y=2', 'http://a/z', 'http://b/z', 'http://b@a/z'])
      read(text);
    expect(asked).toEqual(['http://a', 'http://b', 'http://b@a/z']);
  });

  it('are refused again after a refusal', () => {
    const read = addressReader(() => {
      throw new Error('refused');
    });
    for (const text of ['http://a/x', 'http://a/x']) expect(() => read(text)).toThrow('refused');
  });
});

it.each(['/buyers', '/v1.2/a-b_c~d?cursor=a%2B&b=.'])('%s is kept in a URL as written', (path) => {
  expect(isPlainPath(path)).toBe(true);
  expect(new URL(`https://api.example/x${path}`).href).toBe(`https://api.example/x${path}`);
});

it.each(['', '/', 'a', '/a/', '/./a', '/a/..', '/a//b', '/%2e', '/a b', '/a?', '/a?b#c', "/a?'", '/a\n'])(
  '%j is not a plain path',
  (path) => {
    expect(isPlainPath(path)).toBe(false);
  },
);
