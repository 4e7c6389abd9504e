import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyAsFetch } from '../copy-as/fetch';
import { requestsTo } from '../copy-as/requests.fixture';
import { escapeImported } from '@shared/import/escape-imported';
import { importFetch, isFetch } from './fetch';

function readRaw(text: string) {
  const imported = importFetch(text);
  if (!imported.ok) throw new Error(imported.problem.meaning);
  return imported.value;
}

/** With variables for what the call leaves open. */
function read(text: string) {
  return escapeImported(readRaw(text));
}

/** What the call really requests: it is run with a fetch that only records its arguments. */
async function run(text: string): Promise<{ url: string; options: RequestInit }> {
  let called: { url: string; options: RequestInit } | null = null;
  const listen = (url: string, options: RequestInit = {}): Promise<Response> => {
    called = { url, options };
    return Promise.resolve(new Response(''));
  };
  const log = { log: () => undefined };
  const call = new Function('fetch', 'console', `return (async () => { ${text} })()`) as (
    fetch: typeof listen,
    console: typeof log,
  ) => Promise<void>;
  await call(listen, log);
  if (called === null) throw new Error('fetch was not called');
  return called;
}

describe('importFetch', () => {
  it('reads what Chrome copies', () => {
    const text = `fetch("https://psp.example/v1/charges?x=1", {
  "headers": {
    "accept": "*/*",
    "content-type": "application/json",
    "sec-ch-ua": "\\"Chromium\\";v=\\"140\\""
  },
  "referrer": "https://shop.example/",
  "body": "{\\"amount\\":100,\\"name\\":\\"Zo\\u00eb\\"}",
  "method": "POST",
  "mode": "cors",
  "credentials": "include"
});`;
    expect(read(text)).toEqual({
      request: {
        method: 'POST',
        url: 'https://psp.example/v1/charges?x=1',
        headers: [
          ['accept', '*/*'],
          ['content-type', 'application/json'],
          ['sec-ch-ua', '"Chromium";v="140"'],
        ],
        body: '{"amount":100,"name":"Zoë"}',
      },
      notes: [
        'The cookies that the browser would add are not in this text.',
        'The referrer was left out: how much of it is sent is for the browser to say.',
      ],
    });
  });

  it('reads a hand-written call', () => {
    const text = `// charge a card
const response = await fetch('https://psp.example/charges', {
  method: 'post', // in any case
  headers: new Headers({ Authorization: \`Bearer \${token}\`, 'X-N': 1 }),
  body: JSON.stringify({ amount: 1e2, tags: ['a', "b",], nothing: null }),
});
const json = await response.json();`;
    expect(read(text)).toEqual({
      request: {
        method: 'POST',
        url: 'https://psp.example/charges',
        headers: [
          ['content-type', 'text/plain;charset=UTF-8'],
          ['Authorization', ''],
          ['X-N', '1'],
        ],
        body: '{"amount":100,"tags":["a","b"],"nothing":null}',
      },
      notes: [],
    });
    expect(read('fetch("https://a.example")').request).toMatchObject({
      method: 'GET',
      body: null,
      headers: [],
    });
  });

  it('keeps what a template leaves open as a variable, in every part of the request', () => {
    const text = `fetch(\`https://\${config.host}/v1/\${order.id}/\${id}?q=\${ id }#top\`, {
      method: 'POST',
      headers: { 'x-trace': \`a-\${trace?.id}\`, 'content-type': 'text/plain' },
      body: JSON.stringify({ name: \`hi \${name}, $\${name}\`, note: 'not \${name}' }),
    })`;
    const unset = (written: string, variable: string, all = 'it'): string =>
      `${written} has no value here: ${variable} stands for ${all}, and nothing is sent until it is replaced or has a value.`;
    expect(read(text)).toEqual({
      request: {
        method: 'POST',
        url: 'https://${host}/v1/${id}/${id_2}?q=${id_2}',
        headers: [
          ['x-trace', 'a-${id_3}'],
          ['content-type', 'text/plain'],
        ],
        body: '{"name":"hi ${name}, ${name_2}","note":"not $${name}"}',
      },
      notes: [
        unset('${config.host}', '${host}'),
        unset('${order.id}', '${id}'),
        unset('${id}', '${id_2}'),
        unset('${trace?.id}', '${id_3}'),
        unset('${name}', '${name}'),
        unset('$${name}', '${name_2}', 'all of it'),
      ],
    });
  });

  it.each([
    ['`https://a.example/${encodeURIComponent(id)}/${ids[0]}`', 'https://a.example/${value}/${value_2}'],
    ['`https://a.example/${ok ? `}"${x}` : "}"}/b`', 'https://a.example/${value}/b'],
    ['`https://a.example/${uuid}`', 'https://a.example/${uuid_2}'],
    ['`${base}/charges#top`', '${base}/charges'],
    ['`http://localhost:${port}/charges`', 'http://localhost:${port}/charges'],
    ['`https://a.example/\\${id}`', 'https://a.example/$%7Bid%7D'],
  ])('has a variable for each value of %s', (url, expected) => {
    expect(read(`fetch(${url})`).request.url).toBe(expected);
  });

  it('reads a long template at once, also one of dollar signs or full of expressions', () => {
    const begun = performance.now();
    for (const body of ['$'.repeat(100_000) + 'x${a}', 'x'.repeat(100_000) + '${a}/'.repeat(10_000)])
      expect(
        read(`fetch('https://a.example/', { method: 'POST', body: \`${body}\` })`).request.body,
      ).toContain('${a}');
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(read('fetch(`https://a.example/$\\\n${a}`)').request.url).toBe('https://a.example/${a}');
  });

  it('reads back what this app copies, like JavaScript itself', async () => {
    await fc.assert(
      fc.asyncProperty(requestsTo('https://api.example'), async (request) => {
        const { text } = copyAsFetch(request, () => false);
        fc.pre(!text.includes('Uint8Array'));
        const { url, options } = await run(text);
        const imported = readRaw(text).request;
        expect(imported.url).toBe(new URL(url).href);
        expect(imported.body).toBe(options.body ?? null);
        expect(imported.headers.slice(-(options.headers as string[][]).length || Infinity)).toEqual(
          options.headers,
        );
        expect(imported.method.toUpperCase()).toBe(options.method?.toUpperCase());
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['fetch(url)', 'would have to be run'],
    ['fetch("https://a.example/" + id)', 'would have to be run'],
    ['fetch("https://a.example", { body: form })', 'would have to be run'],
    ['fetch("https://a.example", { ...options })', 'would have to be run'],
    ['fetch("https://a.example", { body: new FormData() })', 'would have to be run'],
    ['fetch("https://a.example', 'would have to be run'],
    ['fetch(`https://a.example/${id', 'would have to be run'],
    ['fetch(`https://a.example/${`id}`)', 'would have to be run'],
    ['fetch(`/${id}`)', 'a whole one'],
    ['fetch("/relative")', 'a whole one'],
    ['fetch("ftp://a.example/")', 'a whole one'],
  ])('rejects %s with a message', (text, words) => {
    const imported = importFetch(text);
    expect(imported.ok ? '' : imported.problem.meaning).toContain(words);
  });

  it('shows where it could not go on without the card numbers that follow', () => {
    const imported = importFetch(
      'fetch("https://a.example", { body: JSON.stringify({ a: 0x10, n: "4111111111111111" }) })',
    );
    const detail = imported.ok ? null : imported.problem.detail;
    expect(detail).toContain('x10, n: ');
    expect(detail).not.toContain('4111111111111111');
  });

  it('finds the one call in the code around it', () => {
    const code = `import fetch from 'node-fetch';
// fetch("https://a.example/comment") isn't called
/* nor is fetch("https://a.example/comment") */
const id = 5;
async function load() {
  log("don't fetch('https://a.example/text')", \`fetch("x")\`, /'/);
  await client.fetch('https://a.example/other', prefetch(1));
  const answer = await window.fetch(\`https://psp.example/\${id}\`, { method: "PUT" });
}`;
    expect(read(code).request).toMatchObject({ method: 'PUT', url: 'https://psp.example/${id}' });
  });

  it('asks for one of several calls', () => {
    const several = importFetch('await fetch("https://a.example/1");\nawait fetch("https://a.example/2");');
    expect(several).toMatchObject({ problem: { title: 'This code has several calls of fetch.' } });
  });

  it('never throws, and distinguishes a call from a command', () => {
    const noise = fc.string({
      unit: fc.constantFrom(
        'fetch(',
        '"',
        "'",
        '`',
        '{',
        '}',
        '[',
        ':',
        ',',
        '\\',
        'u',
        '1',
        ')',
        '$',
        'a',
        '\n',
      ),
    });
    fc.assert(fc.property(noise, (text) => void importFetch(`fetch(${text}`)));
    expect(isFetch('curl https://a.example')).toBe(false);
    expect(isFetch('  await fetch( "x")')).toBe(true);
  });
});
