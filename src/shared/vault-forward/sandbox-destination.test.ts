import { expect, it } from 'vitest';
import { checkDestination, destinationHost } from './destination';
import { isSandboxDestination, parseDestination, withSandbox } from './sandbox-destination';

const BASE = 'https://127.0.0.1:41234';

it.each([
  ['{sandbox}/v1/cards?a=1', `${BASE}/v1/cards?a=1`],
  ['{sandbox}', BASE],
  ['{sandbox}?status=1', `${BASE}?status=1`],
])('puts the sandbox in: %s', (written, called) => {
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
])('takes nothing else for it: %s', (written) => {
  expect(isSandboxDestination(written)).toBe(false);
  expect(withSandbox(written, BASE)).toBe(written);
});

it('does not take a base for a pattern', () => {
  expect(withSandbox('{sandbox}/a', "https://h/$&$'")).toBe("https://h/$&$'/a");
});

it('reads the parts of either', () => {
  expect(parseDestination('{sandbox}/v1/cards')?.pathname).toBe('/v1/cards');
  expect(parseDestination('https://psp.example/v1')?.host).toBe('psp.example');
  expect(parseDestination('nothing')).toBeNull();
});

it('still finds what is wrong with the rest of it', () => {
  expect(checkDestination('{sandbox}/a b').map(({ code }) => code)).toEqual(['url-characters']);
  expect(checkDestination('{sandbox}/a#b').map(({ code }) => code)).toEqual(['url-fragment']);
});
