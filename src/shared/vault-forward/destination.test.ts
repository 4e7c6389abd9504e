import { expect, it } from 'vitest';
import { checkDestination, completeUrl, isHere } from './destination';

it.each([
  ['psp.example/v1/charges', 'https://psp.example/v1/charges'],
  ['  https://psp.example/v1 \n', 'https://psp.example/v1'],
  ['psp.example:8443?a=1', 'https://psp.example:8443?a=1'],
  ['10.0.0.7/x', 'https://10.0.0.7/x'],
  ['localhost:8080/x', 'http://localhost:8080/x'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['[::1]:8080/x', 'http://[::1]:8080/x'],
])('completes what was entered: %s', (entered, url) => {
  expect(completeUrl(entered)).toBe(url);
  expect(checkDestination(url)).toEqual([]);
});

it.each([
  '',
  'https://psp.example',
  'http://psp.example',
  '{sandbox}/v1',
  'ftp://psp.example',
  'charge',
  '/v1',
  'a b.example',
])('leaves a complete or hopeless entry unchanged: %s', (entered) =>
  expect(completeUrl(entered)).toBe(entered),
);

it('recognises addresses on this computer', () => {
  expect(['{sandbox}/a', 'http://localhost/', 'https://127.0.0.1:1'].map(isHere)).toEqual([true, true, true]);
  expect(['https://psp.example/{sandbox}', 'nothing', ''].map(isHere)).toEqual([false, false, false]);
});
