import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import { builtInProfiles } from '../profiles/profile-schema';
import { toServiceRequest } from './service-request';

const [profile] = builtInProfiles().profiles.map((one): Profile => ({
  ...one,
  baseUrl: 'https://api.example/prod',
}));

function urlOf(
  path: string,
  pathParameters: Readonly<Record<string, string>> = {},
  {
    query = [],
    baseUrl = 'https://api.example/prod',
  }: Partial<Pick<RequestSpec, 'query'> & { baseUrl: string }> = {},
): string {
  return requestOf({ target: { method: 'DELETE', path }, pathParameters, query }, baseUrl).url;
}

function requestOf(
  changes: Partial<Omit<Extract<RequestSpec, { readonly target: object }>, 'operation'>>,
  baseUrl = 'https://api.example/prod',
): ReturnType<typeof toServiceRequest> {
  if (profile === undefined) throw new Error('there is always one');
  const request = {
    version: 1,
    operation: 'free',
    target: { method: 'POST', path: '/a' },
    pathParameters: {},
    query: [],
    headers: [],
    body: null,
    ...changes,
  } as const;
  return toServiceRequest({ ...profile, baseUrl }, request);
}

it.each([
  ['/orders/{id}/items', { id: '..' }],
  ['/orders/{id}', { id: '.' }],
  ['/orders/{a}{b}', { a: '.', b: '.' }],
  ['/../../x', {}],
  ['/a/./b', {}],
  ['/a/%2e%2E/b', {}],
  ['/a\\..\\b', {}],
  ['/a\\b', {}],
])('%s with %j is refused, as it would lead somewhere else', (path, parameters) => {
  expect(() => urlOf(path, parameters)).toThrow(ProblemError);
});

it.each(['constructor', 'toString', 'id'])(
  'A parameter {%s} of the path without a value is refused',
  (name) => {
    expect(() => urlOf(`/orders/{${name}}`)).toThrow(ProblemError);
  },
);

it('Dots within a segment are kept', () => {
  expect(urlOf('/files/{name}', { name: '..a' })).toBe('https://api.example/prod/files/..a');
  expect(urlOf('/v1.2/...')).toBe('https://api.example/prod/v1.2/...');
});

it('Path parameters never change the structure of the path, whatever their values', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.constantFrom('.', '..', 'a', '%2e'),
      (one, other) => {
        let url: string;
        try {
          url = urlOf('/a/{one}/b/{other}/c', { one, other });
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
          return;
        }
        const parts = new URL(url).pathname.split('/');
        expect(parts).toHaveLength(7);
        expect([parts[2], parts[4], parts[6]]).toEqual(['a', 'b', 'c']);
        expect(decodeURIComponent(parts[3] ?? '')).toBe(one);
      },
    ),
  );
});

it.each([
  ['The path', '/a\ud800', []],
  ['The query', '/a', [['q', 'x\udc00']]],
  ['The query', '/a', [['\ud800', null]]],
] as const)('%s with half of a character is refused', (place, path, query) => {
  expect(() => urlOf(path, {}, { query })).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({ title: `${place} has half of a character` }),
    }),
  );
});

it('A body with half of a character is refused', () => {
  expect(() => requestOf({ body: '"\ud800"' })).toThrow(ProblemError);
});

it('Cursors do not change how the platform reads the address, over several requests', () => {
  const base = fc.constantFrom(
    'https://api.example/prod',
    'HTTPS://API.example:443/prod',
    'http://[::1]:80',
    'https://api.example/a b/../c',
  );
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom("a'b", 'a b', '%', '+', '#', '?', 'a=b&c', '..'),
  );
  const path = fc.constantFrom('/buyers', '/v1.2/a-b_c~d', '/.a', '/a//b', '/a|b', '/a#b', '/a?b');
  fc.assert(
    fc.property(fc.array(fc.tuple(base, path, value), { minLength: 2, maxLength: 6 }), (asked) => {
      for (const [baseUrl, place, cursor] of asked) {
        const written = `${baseUrl}${place}?cursor=${encodeURIComponent(cursor)}`;
        expect(urlOf(place, {}, { query: [['cursor', cursor]], baseUrl })).toBe(new URL(written).href);
      }
    }),
  );
});

it('A path that leaves the base URL is refused, even if its address was allowed below another one', () => {
  const query = [['cursor', 'a']] as const;
  expect(urlOf('/y', {}, { query, baseUrl: 'https://api.example/x/..' })).toBe(
    'https://api.example/y?cursor=a',
  );
  expect(() => urlOf('/../y', {}, { query, baseUrl: 'https://api.example/x' })).toThrow(ProblemError);
  expect(() => urlOf('/../y', {}, { query, baseUrl: 'https://api.example/x' })).toThrow(ProblemError);
});

it('A base URL with a query is refused', () => {
  expect(() => urlOf('/y', {}, { baseUrl: 'https://api.example/x?z' })).toThrow(ProblemError);
});
