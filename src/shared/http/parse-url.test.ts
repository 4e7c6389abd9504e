import { expect, it } from 'vitest';
import { pathAsWritten } from './parse-url';

it.each([
  ['https://api.example/a?b=c', '/a?b=c'],
  [
    'https://••••••••@api.example:8443/a?api_key=••••••••&card=424242••••••4242',
    '/a?api_key=••••••••&card=424242••••••4242',
  ],
  ['https://api.example?b=c', '?b=c'],
  ['https://api.example', '/'],
  ['x', 'x'],
])('the path of %s is %s, as it is written', (url, path) => {
  expect(pathAsWritten(url)).toBe(path);
});
