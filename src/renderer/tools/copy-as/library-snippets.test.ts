import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretHeaderTest } from '@shared/secrets/secret-headers';
import type { CopyableRequest } from './copyable';
import { LANGUAGES, type LibraryFormat } from './languages';
import { copyWithLibrary } from './library-snippets';
import { requestsTo } from './requests.fixture';

const FORMATS: readonly LibraryFormat[] = ['go', 'java', 'php', 'csharp'];
const isSecret = secretHeaderTest([]);
const nothingSecret = (): boolean => false;

/** Literals of PHP, and of the other languages, whose escapes are JSON's. */
const LITERAL = /'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"/g;

/** The value of a literal according to the rules of its language. */
function read(literal: string, format: LibraryFormat): string {
  if (format !== 'php') return String(JSON.parse(literal));
  const inner = literal.slice(1, -1);
  if (literal.startsWith("'")) return inner.replace(/\\([\\'])/g, '$1');
  expect(inner.replace(/\\[^]/g, '')).not.toContain('$');
  return inner.replace(/\\u\{([0-9a-f]+)\}|\\([^])/g, (_whole, code: string | undefined, letter: string) =>
    code === undefined
      ? ({ n: '\n', r: '\r', t: '\t' }[letter] ?? letter)
      : String.fromCodePoint(parseInt(code, 16)),
  );
}

/** All text literals in the code, in order; a header and its value are adjacent. */
function textsOf(code: string, format: LibraryFormat): string[] {
  return [...code.matchAll(LITERAL)].map(([literal]) => read(literal, format));
}

const LEFT_OUT =
  /^(?:host|content-length|connection|keep-alive|transfer-encoding|upgrade|te|trailer|expect|accept-encoding)$/i;

/** Their URLs allow fewer characters: those that they refuse are percent-encoded. */
function unescaped(url: string): string {
  return url.replace(/%(?:5E|60|7B|7C|7D|5C|3C|3E|22|5B|5D)/g, (code) =>
    String.fromCharCode(parseInt(code.slice(1), 16)),
  );
}

/** Names in lower case, values of the same name joined. */
function fieldsOf({ headers }: CopyableRequest): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of headers.filter(([each]) => !LEFT_OUT.test(each))) {
    const key = name.toLowerCase();
    const before = fields.get(key);
    fields.set(key, before === undefined ? value : `${before}${key === 'cookie' ? '; ' : ', '}${value}`);
  }
  return fields;
}

describe.each(FORMATS)('copyWithLibrary as %s', (format) => {
  it('has the exact method, URL, headers and body', () => {
    fc.assert(
      fc.property(requestsTo('https://api.example:8443'), (request) => {
        const { text } = copyWithLibrary(format, request, nothingSecret);
        const texts = textsOf(text, format);
        const { origin, pathname, search } = new URL(request.url);
        const url = `${origin}${pathname}${search}`;
        expect(texts.map(unescaped)).toContain(unescaped(url));
        if (!text.includes('HttpMethod.')) expect(texts).toContain(request.method);
        else expect(text.toUpperCase()).toContain(`HTTPMETHOD.${request.method}`);
        for (const [name, value] of fieldsOf(request)) {
          // .NET has a separate place for a body's content type.
          if (format === 'csharp' && name === 'content-type') {
            if (typeof request.body === 'string' && request.body !== '')
              expect(text).toContain('MediaTypeHeaderValue.Parse(');
          } else {
            const values = texts.flatMap((each, at) =>
              each.toLowerCase() === name ? (texts[at + 1] ?? []) : [],
            );
            expect(values).toContain(value);
          }
        }
        if (typeof request.body === 'string' && request.body !== '') expect(texts).toContain(request.body);
        // Nothing that hides what a line does, and no leftover marker.
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
        expect(text).not.toMatch(/MARK\d{4}Z/);
      }),
      { numRuns: 300 },
    );
  });

  it('writes what its URLs cannot have by numbers, and says so; escapes stay', () => {
    const url = 'https://api.example/a%2Fb|100%/';
    const { text, notes } = copyWithLibrary(
      format,
      { method: 'GET', url, headers: [], body: null },
      isSecret,
    );
    expect(textsOf(text, format)).toContain('https://api.example/a%2Fb%7C100%25/');
    expect(notes.join(' ')).toContain('takes no such URL');
  });

  it('does not confuse text of the request with its markers or code', () => {
    const awkward = `MARK0000Z "MARK0001Z" 'MARK0002Z' http.DefaultClient.Do(req) new HttpClient() import (\n`;
    const request = {
      method: 'POST',
      url: 'https://api.example/',
      headers: [['x-a', 'MARK0000Z']] as const,
      body: awkward,
    };
    const texts = textsOf(copyWithLibrary(format, request, nothingSecret).text, format);
    expect(texts).toContain(awkward);
    expect(texts).toContain('MARK0000Z');
  });

  it('reads secrets from variables', () => {
    const request = {
      method: 'POST',
      url: 'https://api.example/',
      headers: [
        ['authorization', 'Bearer CANARY'],
        ['x-api-key', 'CANARY'],
        ['x-api-key', 'CANARY'],
        ['content-type', 'application/json'],
      ] as const,
      body: '{}',
    };
    const { text, variables, notes } = copyWithLibrary(format, request, isSecret);
    expect(text).not.toContain('CANARY');
    expect(notes).toContain('Headers of one name are joined into one.');
    const { literal, variable, join } = LANGUAGES[format];
    expect(text).toContain(literal('Bearer ') + join + variable('PAYMENTS_API_TOKEN'));
    expect(text).toContain(
      [variable('HEADER_X_API_KEY'), literal(', '), variable('HEADER_X_API_KEY_2')].join(join),
    );
    expect(variables.map(({ name }) => name)).toEqual([
      'PAYMENTS_API_TOKEN',
      'HEADER_X_API_KEY',
      'HEADER_X_API_KEY_2',
    ]);
  });

  it('follows no redirects, and says what is left out', () => {
    const request = {
      method: 'POST',
      url: 'https://api.example/',
      headers: [
        ['host', 'api.example'],
        ['accept-encoding', 'gzip'],
        ['x-é', 'é'],
      ] as const,
      body: Uint8Array.of(0xff, 0xfe),
    };
    const { text, notes } = copyWithLibrary(format, request, nothingSecret);
    // Java's client follows no redirects by default.
    const direct = {
      go: 'DefaultTransport.RoundTrip',
      java: 'newHttpClient()',
      php: "'allow_redirects' => false",
      csharp: 'AllowAutoRedirect = false',
    };
    expect(text).toContain(direct[format]);
    expect(notes.join(' ')).toMatch(/accept-encoding.*not UTF-8 text.*beyond ASCII/);
    expect(notes.join(' ')).not.toContain('host');
  });
});

describe('copyWithLibrary as Java', () => {
  it('writes a body as several literals that the compiler takes: one has at most 65,535 bytes', () => {
    const url = 'https://api.example/';
    for (const body of ['\u4e00\ud83d\ude00"\n'.repeat(20_000), 'a'.repeat(65_535), 'a'.repeat(65_536)]) {
      const { text } = copyWithLibrary('java', { method: 'POST', url, headers: [], body }, nothingSecret);
      const [, written = ''] = /BodyPublishers\.ofString\((.*)\)\)$/m.exec(text) ?? [];
      const texts = textsOf(written, 'java');
      expect(texts.join('')).toBe(body);
      for (const each of texts) expect(each.length * 3).toBeLessThanOrEqual(65_535);
    }
  });
});

describe('copyWithLibrary as C#', () => {
  it('says which escapes of a URL .NET writes as characters', () => {
    const notesFor = (url: string): string =>
      copyWithLibrary(
        'csharp',
        { method: 'GET', url: `https://api.example/${url}`, headers: [], body: null },
        nothingSecret,
      ).notes.join(' ');
    expect(notesFor('a%7eb?q=%41%2F')).toContain('C# sends %7e, %41 in a URL as ~, A.');
    expect(notesFor('a%2Fb%C3%A9')).not.toContain('in a URL as');
  });

  it('says how .NET treats the headers of a body', () => {
    const request = {
      method: 'GET',
      url: 'https://api.example/',
      headers: [
        ['content-type', 'a/b'],
        ['content-language', 'de'],
      ] as const,
      body: null,
    };
    const { notes } = copyWithLibrary('csharp', request, nothingSecret);
    expect(notes).toContain('C# sends no content-type without a body.');
    expect(notes).toContain('C# takes content-language only among the headers of the content.');
  });
});
