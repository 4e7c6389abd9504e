import { expect, it } from 'vitest';
import { oneOf, reportOf } from './collections.fixture';

/** A collection of Postman with one request. */
const requestTo = (url: string): string =>
  JSON.stringify({ info: { name: 'Payments' }, item: [{ name: 'R', request: { method: 'GET', url } }] });

it('refuses a URL of another scheme, and takes one that a variable begins', () => {
  const report = (url: string): unknown => {
    const { taken, refused } = reportOf(requestTo(url));
    return { taken, refused };
  };
  for (const url of [
    'ftp://a.example/x',
    'FILE:///etc/hosts',
    'grpc://a.example',
    'javascript:fetch("https://a.example/@")',
    'data:text/plain,x',
    'file:/etc/hosts',
    'mailto:ada@a.example',
    'about:blank',
  ])
    expect([url, report(url)]).toEqual([url, { taken: 0, refused: 1 }]);
  for (const url of [
    'HTTPS://a.example',
    'a.example:80/x?to=ftp://b.example',
    '{{base}}/x',
    '{{scheme}}://a.example',
    'localhost:8080',
    'localhost:{{port}}/x',
  ])
    expect([url, report(url)]).toEqual([url, { taken: 1, refused: 0 }]);
});

it.each([
  ['user:canary@a.example/x?to=b@c.example', 'http://a.example/x?to=b@c.example'],
  ['//user:canary@a.example/x', 'http://a.example/x'],
  ['http:/user:canary@a.example/x', 'http://a.example/x'],
  ['https://data:canary@a.example/x', 'https://a.example/x'],
  ['{{user}}:{{canary}}@{{host}}/x', '${host}/x'],
])('takes a password out of a URL, however it begins: %s', (url, taken) => {
  const text = requestTo(url);
  expect(oneOf(text)).toMatchObject({ destination: `GET ${taken}`, headers: ['authorization: '] });
  expect(JSON.stringify([oneOf(text), reportOf(text)])).not.toContain('canary');
});
