import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBaseUrl } from './base-url';

describe('readBaseUrl', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' HTTPS://API.Example.com:443/ ', 'https://api.example.com'],
    ['api.example.com', 'https://api.example.com'],
    ['https://api.example.com/v1//', 'https://api.example.com/v1'],
    ['https://api.example.com/a/../b/', 'https://api.example.com/b'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://127.1:80', 'http://127.0.0.1'],
    ['http://[::1]:9/x', 'http://[::1]:9/x'],
    ['http://api.localhost', 'http://api.localhost'],
  ])('reads %j as %j', (entered, baseUrl) => {
    expect(readBaseUrl(entered)).toEqual({ ok: true, baseUrl });
  });

  it.each([
    ['', 'not a web address'],
    ['https://', 'not a web address'],
    ['https://a b', 'space'],
    ['https://a\nb', 'space'],
    ['https://a\\b', 'backslash'],
    ['http://api.example.com', 'anyone'],
    ['http://127.0.0.1.example.com', 'anyone'],
    ['http://0.0.0.0', 'anyone'],
    ['ftp://example.com', 'scheme'],
    ['file:///etc/passwd', 'not a web address'],
    ['https://me@example.com', 'user name'],
    ['https://:pw@example.com', 'user name'],
    ['https://example.com?', 'query'],
    ['https://example.com/#', 'fragment'],
    ['https://example.com/?a=b', 'query'],
  ])('refuses %j', (entered, word) => {
    const reading = readBaseUrl(entered);
    expect(reading.ok ? reading.baseUrl : reading.meaning).toContain(word);
  });

  it('reads a long address at once', () => {
    const begun = performance.now();
    expect(readBaseUrl(`https://a.example/${'/'.repeat(100_000)}x`)).toMatchObject({ ok: true });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('does not change its own result', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: false, validSchemes: ['https'] }), (url) => {
        const once = readBaseUrl(url);
        if (!once.ok) return;
        expect(readBaseUrl(once.baseUrl)).toEqual(once);
        expect(once.baseUrl.endsWith('/')).toBe(false);
      }),
    );
  });
});
