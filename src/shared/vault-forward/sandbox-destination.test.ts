import { expect, it } from 'vitest';
import { checkDestination, destinationHost } from './destination';
import { isSandboxDestination, parseDestination, withSandbox } from './sandbox-destination';

const BASE = 'https://127.0.0.1:41234';

it.each([
  ['{sandbox}/v1/cards?a=1', `${BASE}/v1/cards?a=1`],
  ['{sandbox}', BASE],
  ['{sandbox}?status=1', `${BASE}?status=1`],
])('inserts the sandbox’s address: %s', (written, called) => {
  expect(isSandboxDestination(written)).toBe(true);
  expect(withSandbox(written, BASE)).toBe(called);
  expect(checkDestination(written)).toEqual([]);
  expect(destinationHost(written)).toBe('{sandbox}');
});

it.each([
  'https://psp.example/{sandbox}',
  '{sandbox}.psp.example/v1',
  '{sandbox}@psp.example/v1',
  '{sandbox}:8080/v1',
  ' {sandbox}/v1',
  '{Sandbox}/v1',
  '{{sandbox}}/v1',
])('leaves anything else unchanged: %s', (written) => {
  expect(isSandboxDestination(written)).toBe(false);
  expect(withSandbox(written, BASE)).toBe(written);
});

it('inserts an address with special characters literally', () => {
  expect(withSandbox('{sandbox}/a', "https://h/$&$'")).toBe("https://h/$&$'/a");
});

it('parses both kinds of destination', () => {
  expect(parseDestination('{sandbox}/v1/cards')?.pathname).toBe('/v1/cards');
  expect(parseDestination('https://psp.example/v1')?.host).toBe('psp.example');
  expect(parseDestination('nothing')).toBeNull();
});

it('still checks the rest', () => {
  expect(checkDestination('{sandbox}/a b').map(({ code }) => code)).toEqual(['url-characters']);
  expect(checkDestination('{sandbox}/a#b').map(({ code }) => code)).toEqual(['url-fragment']);
});
