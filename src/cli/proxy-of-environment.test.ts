import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { proxyOfEnvironment } from './proxy-of-environment';

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'])
    for (const one of [name, name.toUpperCase()]) vi.stubEnv(one, '');
});
afterEach(() => vi.unstubAllEnvs());

function asked(proxy: string): { answer: string; learnt: string[] } {
  vi.stubEnv('HTTPS_PROXY', proxy);
  const learnt: string[] = [];
  return {
    answer: proxyOfEnvironment('https://api.example/', (secret) => void learnt.push(secret)),
    learnt,
  };
}

it.each([
  ['', 'DIRECT'],
  ['http://proxy.example:3128', 'PROXY proxy.example:3128'],
  ['https://proxy.example', 'HTTPS proxy.example'],
  // As curl and other programs read it.
  ['proxy.example:3128', 'PROXY proxy.example:3128'],
  ['socks5://proxy.example:1080', 'SOCKS5 proxy.example:1080'],
])('reads HTTPS_PROXY=%s as %s', (proxy, answer) => {
  expect(asked(proxy)).toEqual({ answer, learnt: [] });
});

it.each([
  ['http://me:p%40ss;word@proxy.example:3128', 'PROXY me:p%40ss%3Bword@proxy.example:3128', 'p@ss;word'],
  ['https://me:100%25@proxy.example', 'HTTPS me:100%25@proxy.example', '100%'],
  ['http://me:100%@proxy.example', 'PROXY me:100%25@proxy.example', '100%'],
])('uses the login of HTTPS_PROXY=%s, and registers its password as a secret', (proxy, answer, secret) => {
  expect(asked(proxy)).toEqual({ answer, learnt: [secret] });
});

it('does not repeat the login of an invalid proxy', () => {
  expect(asked('socks5://me:secret@proxy.example:1080').answer).toBe('SOCKS5 proxy.example:1080');
  expect(() => asked('http://me:secret@proxy example')).toThrow(/^Invalid URL/);
});
