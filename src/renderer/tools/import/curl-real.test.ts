import fc from 'fast-check';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { copyAsCurl } from '../copy-as/curl';
import { requestsTo } from '../copy-as/requests.fixture';
import { shellWord } from '../copy-as/shell';
import { importCurl } from './curl';
import { requestOf } from './curl.fixture';

/** Some versions of curl write the escapes of --url-query in lower case, and treat a trailing mark differently. */
function sameEscapes(url: string): string {
  return url.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase()).replace(/[?&]$/, '');
}

const run = promisify(execFile);
const DATA_OPTIONS = new Set(['-d', '--data-binary', '--data-raw', '--data-urlencode', '--json']);

/** Whether an option gives empty data, which curl 7 joins with later data differently from curl 8. */
function hasEmptyData(words: readonly string[]): boolean {
  return words.some((word, at) => /^=?$/.test(word) && DATA_OPTIONS.has(words[at - 1] ?? ''));
}
const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'Z',
    '0',
    ' ',
    '=',
    '&',
    '+',
    '%',
    '@',
    '"',
    "'",
    'é',
    '😀',
    '~',
    '!',
    '(',
    '*',
    '\n',
    '/',
    ':',
    ';',
  ),
  maxLength: 12,
});
/** Abbreviations that older versions of curl accept, and newer ones do not. */
const SHORTENED = ['--user-a', 'agent'];
const notAFile = text.map((value) => value.replace(/^@+/, ''));
const headerText = fc.string({
  unit: fc.constantFrom('a', ' ', '"', "'", '$', '=', ':', ';', ','),
  maxLength: 8,
});
const option = fc.oneof<fc.Arbitrary<readonly string[]>[]>(
  notAFile.map((value) => ['-d', value]),
  notAFile.map((value) => ['--data-binary', value]),
  text.map((value) => ['--data-raw', value]),
  notAFile.map((value) => [`-d${value}x`]).filter(([word]) => !word?.startsWith('-d@')),
  notAFile.map((value) => ['--json', value]),
  notAFile.map((value) => ['--data-urlencode', `=${value}`]),
  notAFile.map((value) => ['--data-urlencode', `n=${value}`]),
  notAFile.map((value) => ['--url-query', `n=${value}`]),
  headerText.map((value) => ['-H', `X-A: ${value}`]),
  fc.constantFrom(
    ['-H', 'Content-Type: text/plain'],
    ['-H', 'Content-Type:'],
    ['-H', 'X-Empty;'],
    ['-H', 'X-Gone:'],
    ['-HX-B:1'],
  ),
  fc.constantFrom(
    ['-b', 'a=b'],
    ['-b', 'c=d; e=f'],
    ['-A', 'agent'],
    ['-e', 'http://r.example/'],
    ['-r', '0-9'],
    ['-r', '600'],
    ['-H', 'Cookie: h=1'],
    ['-H', 'Cookie:'],
    ['-H', ':authority: a.example'],
    SHORTENED,
    ['--data-bin', 'x'],
    ['-u', 'us er:pä:ss'],
    ['--oauth2-bearer', 'tok'],
    ['-sS'],
    ['--compressed'],
    ['-X', 'PURGE'],
    ['-XPUT'],
  ),
);
/** Arguments for curl, and whether they request a query instead of a body. */
const curlWords = fc
  .record({
    options: fc.array(option, { maxLength: 6 }),
    get: fc.boolean(),
    path: fc.constantFrom('', '/', '/a/b', '/p?x=1', '/p?', '/p?x&', '/p?x\\[a\\]=\\{1\\}'),
  })
  .map(({ options, get, path }) => [...options.flat(), ...(get ? ['-G'] : []), path]);

describe('importCurl', () => {
  it('reads a command as a real curl runs it', async () => {
    const received: { method: string; url: string; headers: Record<string, string>; body: string }[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(request.headersDistinct).map(([name, values]) => [name, (values ?? []).join('|')]),
        );
        received.push({
          method: request.method ?? '',
          url: request.url ?? '',
          headers,
          body: Buffer.concat(chunks).toString(),
        });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const isOld = (await run('curl', ['--version'])).stdout.startsWith('curl 7.');
    const takesShortened = await run('curl', [...SHORTENED, '--version']).then(
      () => true,
      () => false,
    );
    await fc.assert(
      fc.asyncProperty(curlWords, async (words) => {
        const complete = [...words.slice(0, -1), `${origin}${words[words.length - 1] ?? ''}`];
        // With -G, neither curl nor this server accepts a URL whose query has spaces, line breaks or non-ASCII
        // characters.
        const mayHaveSpaces = /^(?:X-A|Content-Type|c=d|us er)/;
        fc.pre(
          !words.includes('-G') || words.every((word) => mayHaveSpaces.test(word) || /^[!-~]*$/.test(word)),
        );
        fc.pre(!isOld || !hasEmptyData(words));
        fc.pre(takesShortened || !words.some((word) => word === '--user-a' || word === '--data-bin'));
        await run('curl', ['-s', ...complete], {
          env: { PATH: process.env.PATH, HOME: '/nonexistent', NO_PROXY: '*' },
        });
        const sent = received.pop();
        const read = requestOf(['curl', ...complete].map(shellWord).join(' '));
        expect(read.method).toBe(sent?.method);
        expect(sameEscapes(read.url)).toBe(sameEscapes(new URL(`${origin}${sent?.url ?? ''}`).href));
        expect(read.body ?? '').toBe(sent?.body);
        const headers: Record<string, string> = {};
        for (const [name, value] of read.headers) {
          const key = name.toLowerCase();
          headers[key] = headers[key] === undefined ? value : `${headers[key]}|${value}`;
        }
        for (const name of [
          'content-type',
          'authorization',
          'cookie',
          'referer',
          'range',
          'x-a',
          'x-b',
          'x-empty',
          'x-gone',
        ]) {
          expect(`${name}: ${headers[name]}`).toBe(`${name}: ${sent?.headers[name]}`);
        }
      }),
      { numRuns: 30, examples: [[['--json', "'", '--data-urlencode', 'n=a@"\n', '']]] },
    );
    server.close();
  });

  it('composes a form as a real curl does', async () => {
    const received: { type: string; body: string }[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({
          type: request.headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString(),
        });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    /** The form with a fixed boundary, because each side chooses its own. */
    const plain = ({ type, body }: { type: string; body: string }): string => {
      const boundary = /boundary=(.*)$/.exec(type)?.[1] ?? 'none';
      return `${type}\n${body}`.replaceAll(boundary, 'B');
    };
    const name = fc.stringMatching(/^[a-z"é ]{1,4}$/);
    const content = fc
      .string({
        unit: fc.constantFrom('a', ' ', '"', "'", '\\', ';', ',', '=', '\n', 'é', '\t'),
        maxLength: 8,
      })
      .map((value) => value.replace(/^[ \t]*[@<(]/, ''));
    const part = fc.oneof(
      fc.tuple(name, content).map(([field, value]) => ['--form-string', `${field}=${value}`]),
      fc
        .tuple(name, content)
        .map(([field, value]) => ['-F', `${field}="${value.replace(/["\\]/g, '\\$&')}"`]),
      fc
        .tuple(name, fc.stringMatching(/^[ a-z,é]{0,6}$/))
        .map(([field, value]) => ['-F', `${field}=${value}`]),
      fc.constantFrom(
        ['-F', 'a=b;type=text/x'],
        ['-F', 'a=b ; type=text/x; charset=utf-8'],
        ['-F', 'a="b;c" ;type=text/x;filename="n.x"'],
        ['-F', 'a=b;type=text/x;charset=utf-8;filename="n;\\"x.y";filename=z"q.png'],
        ['-F', 'a=b;unknown'],
      ),
    );
    const typed = fc.constantFrom([], ['-H', 'Content-Type: multipart/form-data'], ['-X', 'PUT']);
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), typed, async (parts, more) => {
        const words = [...parts.flat(), ...more, origin];
        await run('curl', ['-s', ...words], {
          env: { PATH: process.env.PATH, HOME: '/nonexistent', NO_PROXY: '*' },
        });
        const { headers, body } = requestOf(['curl', ...words].map(shellWord).join(' '));
        const type = headers.find(([header]) => header.toLowerCase() === 'content-type')?.[1] ?? '';
        expect(plain({ type, body: body ?? '' })).toBe(plain(received.pop() ?? { type: '', body: '' }));
      }),
      { numRuns: 30 },
    );
    server.close();
  });

  it('reads back what this app copies', () => {
    fc.assert(
      fc.property(requestsTo('https://api.example'), (request) => {
        const copied = copyAsCurl(request, () => false).text;
        fc.pre(!copied.startsWith('printf') && !copied.includes('$(printf'));
        const read = requestOf(copied);
        expect(read.method).toBe(request.method);
        const { origin, pathname, search } = new URL(request.url);
        expect(read.url).toBe(new URL(`${origin}${pathname}${search}`).href);
        expect(read.body ?? '').toBe(
          request.body === null || request.body.length === 0
            ? ''
            : typeof request.body === 'string'
              ? request.body
              : new TextDecoder().decode(request.body),
        );
        const isOwn = ([name]: readonly [string, string]): boolean =>
          !/^(?:accept|content-length)$/i.test(name);
        expect(read.headers.filter(isOwn)).toEqual(request.headers.filter(isOwn));
      }),
      { numRuns: 300 },
    );
  });

  it('never throws, whatever is pasted', () => {
    const noise = fc.string({
      unit: fc.constantFrom(
        'curl ',
        '-H ',
        '-d',
        '$',
        "'",
        '"',
        '\\',
        '^',
        '`',
        '\n',
        '@',
        ' ',
        'http://a',
        '--data-urlencode ',
        '\\x',
        '\\u',
        'd8',
        '{',
        '\ud800',
        '>',
        '<',
      ),
    });
    fc.assert(
      fc.property(
        fc.oneof(noise, fc.string(), fc.string({ unit: 'binary' })),
        fc.constantFrom('posix' as const, 'cmd' as const, 'powershell' as const),
        (pasted, shell) => {
          for (const command of [pasted, `curl ${pasted}`]) {
            const imported = importCurl(command, shell);
            expect(imported.ok || imported.problem.meaning !== '').toBe(true);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
