import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeImported } from './escape-imported';
import { importHar } from './har';

const NONE = { method: '', url: '', headers: [], body: null };

function harOf(...requests: unknown[]): string {
  return JSON.stringify({
    log: {
      version: '1.2',
      entries: requests.map((request) => ({
        startedDateTime: '2026-11-21T02:44:52.000Z',
        request,
        response: { status: 201 },
      })),
    },
  });
}

function importedFrom(request: unknown): unknown {
  const har = importHar(harOf(request));
  const entry = har.ok ? har.value[0] : undefined;
  if (entry === undefined) throw new Error('no entry');
  return entry.imported.ok ? entry.imported.value.request : entry.imported.problem.meaning;
}

const request = { method: 'POST', url: 'https://psp.example/v1#top', headers: [] };

describe('importHar', () => {
  it('lists the entries, good and damaged', () => {
    const har = importHar(
      harOf(
        request,
        { method: 'GET' },
        { ...request, url: 'data:text/plain,x' },
        { ...request, url: 'https://' },
      ),
    );
    expect(
      har.ok &&
        har.value.map(({ index, method, url, status, imported }) => [
          index,
          method,
          url,
          status,
          imported.ok,
        ]),
    ).toEqual([
      [0, 'POST', 'https://psp.example/v1#top', 201, true],
      [1, 'GET', '', 201, false],
      [2, 'POST', 'data:text/plain,x', 201, false],
      [3, 'POST', 'https://', 201, false],
    ]);
  });

  it('reads a single entry', () => {
    expect(importHar(JSON.stringify({ request }))).toMatchObject({ ok: true, value: [{ status: null }] });
  });

  it('keeps headers, except HTTP/2 pseudo-headers', () => {
    const headers = [
      { name: ':authority', value: 'psp.example' },
      { name: 'Accept', value: '*/*' },
    ];
    const cookies = [
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
    ];
    expect(importedFrom({ ...request, headers, cookies })).toEqual({
      method: 'POST',
      url: 'https://psp.example/v1',
      headers: [
        ['Accept', '*/*'],
        ['cookie', 'a=1; b=2'],
      ],
      body: null,
    });
    const withCookie = [{ name: 'Cookie', value: 'c=3' }];
    expect(importedFrom({ ...request, headers: withCookie, cookies })).toMatchObject({
      headers: [['Cookie', 'c=3']],
    });
  });

  it.each([
    ['text', { mimeType: 'application/json', text: '{"a":1}' }, '{"a":1}'],
    ['base64', { mimeType: 'application/json', text: 'w6k=', encoding: 'base64' }, 'é'],
    [
      'form fields',
      { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a b', value: 'ä&' }] },
      'a+b=%C3%A4%26',
    ],
  ])('reads a body given as %s', (_what, postData, body) => {
    expect(importedFrom({ ...request, postData })).toMatchObject({ body });
  });

  it.each([[{ mimeType: 'image/png', text: '/w==', encoding: 'base64' }, 'UTF-8']])(
    'refuses a body that is not text',
    (postData, words) => {
      expect(importedFrom({ ...request, postData })).toContain(words);
    },
  );

  it('builds a multipart form from its parts, with the boundary of its header and variables in place of files', () => {
    const params = [
      { name: 'a', value: '1', contentType: 'text/x' },
      { name: 'f', value: '', fileName: 'x.png', contentType: 'image/png' },
      { name: 'g', value: 'text', fileName: 'y.txt' },
      { name: 'h', value: '(binary)' },
    ];
    const whole = {
      ...request,
      headers: [{ name: 'Content-Type', value: 'multipart/form-data; boundary=x' }],
      postData: { mimeType: 'multipart/form-data', params },
    };
    const har = importHar(harOf(whole));
    const imported = har.ok ? har.value[0]?.imported : undefined;
    const { request: open, notes } = escapeImported(
      imported?.ok ? imported.value : { request: NONE, notes: [] },
    );
    expect(open).toMatchObject({
      headers: [['content-type', 'multipart/form-data; boundary=x']],
      body:
        '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/x\r\n\r\n1\r\n' +
        '--x\r\nContent-Disposition: form-data; name="f"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n${x.png}\r\n' +
        '--x\r\nContent-Disposition: form-data; name="g"; filename="y.txt"\r\n\r\ntext\r\n' +
        '--x\r\nContent-Disposition: form-data; name="h"; filename="h"\r\n\r\n${h}\r\n--x--\r\n',
    });
    expect(notes).toEqual(
      ['x.png', 'h'].map(
        (name) =>
          `What was imported does not hold the file ${name}: \${${name}} stands for its text, and nothing is sent until it is replaced or has a value.`,
      ),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.anything().map((value) => harOf(value)),
        ),
        (text) => {
          expect(typeof importHar(text).ok).toBe('boolean');
        },
      ),
    );
  });
});
