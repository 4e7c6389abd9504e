import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importHar } from './har';

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

  it('builds a multipart form from its text parts, with the boundary of its header', () => {
    const params = [
      { name: 'a', value: '1', contentType: 'text/x' },
      { name: 'f', value: '', fileName: 'x.png' },
    ];
    const whole = {
      ...request,
      headers: [{ name: 'Content-Type', value: 'multipart/form-data; boundary=x' }],
      postData: { mimeType: 'multipart/form-data', params },
    };
    expect(importedFrom(whole)).toMatchObject({
      headers: [['content-type', 'multipart/form-data; boundary=x']],
      body: '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/x\r\n\r\n1\r\n--x--\r\n',
    });
    const har = importHar(harOf(whole));
    expect(har.ok && har.value[0]?.imported).toMatchObject({
      value: { notes: ['Left out, parts of the form that are files: f.'] },
    });
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
