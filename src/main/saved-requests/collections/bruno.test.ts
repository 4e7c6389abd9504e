import { describe, expect, it } from 'vitest';
import { bruRows, readBruBlocks } from './bru-text';
import { bruno } from './bruno';
import { readCollectionFiles } from './collection-folder';
import { headersOf, made, oneOf, reportOf } from './collections.fixture';

const CREATE = `meta {
  name: Create
  type: http
  seq: 1
}

post {
  url: {{base}}/v1/:id?a=1
  body: json
  auth: inherit
}

params:query {
  a: 1
  ~b: 2
}

params:path {
  id: 7
}

headers {
  X-Own: {{process.env.KEY_NAME}}
  "colon:name": x
}

body:json {
  {
    "number": "{{CARD_NUMBER_1}}",
    "nested": {
      "a": [
        1
      ]
    }
  }
}

tests {
  test("x", () => {
  });
}

docs {
  Takes money.
}
`;

const COLLECTION = `headers {
  X-All: all
  x-own: of the collection
}

auth {
  mode: bearer
}

auth:bearer {
  token: canary
}

vars:pre-request {
  base: https://psp.example
}
`;

describe('the Bruno reader', () => {
  it('combines files, folders and inherited settings', () => {
    const collection = readCollectionFiles(
      [
        { path: 'collection.bru', text: COLLECTION },
        { path: 'charges/folder.bru', text: 'meta {\n  name: Charges\n}\n' },
        { path: 'charges/create.bru', text: CREATE },
        {
          path: 'environments/dev.bru',
          text: 'vars {\n  base: https://other.example\n  more: 1\n}\nvars:secret [\n  key\n]\n',
        },
      ],
      'payments',
      bruno,
    );
    expect(oneOf(collection)).toEqual({
      file: 'payments/Charges/Create',
      description: 'Takes money.',
      destination: 'POST ${base}/v1/7?a=1',
      headers: [
        'X-All: all',
        'X-Own: ${process.env.KEY_NAME}',
        'colon:name: x',
        'authorization: ',
        'content-type: application/json',
      ],
      body: '{\n  "number": "{{CARD_NUMBER_1}}",\n  "nested": {\n    "a": [\n      1\n    ]\n  }\n}',
    });
    expect(headersOf(collection, 0)[3]).toEqual(['authorization', '', true]);
    expect(reportOf(collection)).toMatchObject({
      tool: 'Bruno',
      partly: 1,
      variables: [
        { name: 'base', value: 'https://psp.example' },
        { name: 'process.env.KEY_NAME', value: null },
      ],
      requests: [{ leftOut: ['Its tests were left out.', 'Left out, as switched off: query b.'] }],
    });
    expect(JSON.stringify(made(collection))).not.toContain('canary');
  });

  it('reads a single file', () => {
    expect(oneOf(CREATE)?.file).toBe('Bruno/Create');
  });

  it('reads forms, with variables in place of files', () => {
    const text = `meta {
  name: Form
}

post {
  url: https://psp.example
  body: multipartForm
}

body:multipart-form {
  note: a: b @contentType(text/plain)
  long: '''
    one
    two
  '''
  ~off: 1
  scan: @file(dir/a.png|b.png) @contentType(image/png)
}
`;
    expect(oneOf(text)?.body).toBe(
      '------multipart-boundary\r\nContent-Disposition: form-data; name="note"\r\nContent-Type: text/plain\r\n\r\na: b\r\n' +
        '------multipart-boundary\r\nContent-Disposition: form-data; name="long"\r\n\r\none\ntwo\r\n' +
        '------multipart-boundary\r\nContent-Disposition: form-data; name="scan"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${a.png}\r\n' +
        '------multipart-boundary\r\nContent-Disposition: form-data; name="scan"; filename="b.png"\r\nContent-Type: image/png\r\n\r\n${b.png}\r\n------multipart-boundary--\r\n',
    );
    expect(reportOf(text)).toMatchObject({
      variables: [
        { name: 'a.png', value: null },
        { name: 'b.png', value: null },
      ],
      requests: [
        {
          leftOut: [
            'Left out, as switched off: form field off.',
            'The file a.png was not read: ${a.png} stands for its text, and nothing is sent until it is replaced or has a value.',
            'The file b.png was not read: ${b.png} stands for its text, and nothing is sent until it is replaced or has a value.',
          ],
        },
      ],
    });
  });

  it('has a variable in place of a body in a file, or one of a kind that is not known', () => {
    const text = (mode: string, block: string): string =>
      `meta {\n  name: Form\n}\n\npost {\n  url: https://psp.example\n  body: ${mode}\n}\n\n${block}`;
    const file = text(
      'file',
      'body:file {\n  ~file: @file(old.json)\n  file: @file(dir/body.json) @contentType(application/json)\n}\n',
    );
    expect(oneOf(file)).toMatchObject({ body: '${body.json}', headers: ['content-type: application/json'] });
    expect(reportOf(file).requests[0]?.leftOut).toEqual([
      'The file body.json was not read: ${body.json} stands for its text, and nothing is sent until it is replaced or has a value.',
    ]);
    expect(oneOf(text('file', ''))?.body).toBe('${body}');
    expect(oneOf(text('holograph', ''))?.body).toBe('${body}');
    expect(reportOf(text('holograph', '')).requests[0]?.leftOut).toEqual([
      'Its kind of body (holograph) is not known: ${body} stands for it, and nothing is sent until it is replaced or has a value.',
    ]);
  });

  it('refuses requests not over HTTP, and truncated files', () => {
    const files = [
      'meta {\n  type: grpc\n}\ngrpc {\n  url: x\n}\n',
      'get {\n  url: https://psp.example\n',
    ].map((text, index) => ({ path: `${index}.bru`, text }));
    const collection = readCollectionFiles(files, 'c', bruno);
    expect(collection.entries.map(({ read }) => read)).toEqual([
      { ok: false, why: 'It is a gRPC request.' },
      { ok: false, why: 'It is not a Bruno file.' },
    ]);
  });
});

describe('bruRows', () => {
  it('reads quoted names, disabled rows, annotations and lists', () => {
    const lines = [
      '  "a \\"b\\"": 1',
      '  ~c: d:e',
      '  @description("x: y")',
      '  f: ',
      "  @description('''",
      '    g: h',
      "  ''')",
      '  i: [',
      '    j',
      '  ]',
    ];
    expect(bruRows(lines)).toEqual([
      { name: 'a "b"', value: '1', enabled: true },
      { name: 'c', value: 'd:e', enabled: false },
      { name: 'f', value: '', enabled: true },
      { name: 'i', value: 'j', enabled: true },
    ]);
  });
});

describe('readBruBlocks', () => {
  it('says which variables have several values, and offers the first', () => {
    const files = [
      { path: 'collection.bru', text: 'vars:pre-request {\n  version: v1\n}\n' },
      { path: 'a/folder.bru', text: 'vars:pre-request {\n  version: v2\n  only: x\n}\n' },
      { path: 'a/one.bru', text: 'get {\n  url: {{host}}/{{version}}/{{only}}\n}\n' },
      { path: 'environments/Dev.bru', text: 'vars {\n  host: http://dev.example\n  unused: 1\n}\n' },
      { path: 'environments/Prod.bru', text: 'vars {\n  host: https://prod.example\n  unused: 2\n}\n' },
    ];
    expect(reportOf(readCollectionFiles(files, 'shop', bruno))).toMatchObject({
      variables: [
        { name: 'host', value: 'http://dev.example' },
        { name: 'only', value: 'x' },
        { name: 'version', value: 'v1' },
      ],
      notes: [
        'These variables have several values there, for different environments or folders, and only the first is taken: host, version. Check the requests that need another one.',
      ],
    });
  });

  it('names settings that change what is sent or accepted', () => {
    const of = (settings: string): readonly string[] =>
      reportOf(
        readCollectionFiles(
          [{ path: 'one.bru', text: `get {\n  url: https://a.example/<b>\n}\nsettings {\n${settings}\n}\n` }],
          'shop',
          bruno,
        ),
      ).requests.flatMap(({ leftOut }) => leftOut);
    expect(of('  encodeUrl: true\n  timeout: 0\n  followRedirects: true\n  maxRedirects: 5')).toEqual([]);
    expect(of('  encodeUrl: false\n  followRedirects: false')).toEqual([
      expect.stringMatching(/^That it follows no redirects/),
      expect.stringMatching(/^That its URL is sent as it is written/),
    ]);
  });

  it('says so also of the variables that a value is made of', () => {
    const files = [
      { path: 'collection.bru', text: 'vars:pre-request {\n  base: https://{{host}}/v1\n}\n' },
      { path: 'one.bru', text: 'get {\n  url: {{base}}\n}\n' },
      { path: 'environments/Dev.bru', text: 'vars {\n  host: dev.example\n}\n' },
      { path: 'environments/Prod.bru', text: 'vars {\n  host: prod.example\n}\n' },
    ];
    expect(reportOf(readCollectionFiles(files, 'shop', bruno))).toMatchObject({
      variables: [{ name: 'base', value: 'https://dev.example/v1' }],
      notes: [expect.stringContaining('only the first is taken: host.')],
    });
  });

  it('refuses a file with a merge conflict, and says what is missing where settings cannot be read', () => {
    const conflict = (one: string, other: string): string =>
      `<<<<<<< HEAD\n${one}\n=======\n${other}\n>>>>>>> theirs\n`;
    const files = [
      { path: 'collection.bru', text: `auth {\n  mode: bearer\n}\n${conflict('headers {', 'x {')}}\n` },
      { path: 'environments/Dev.bru', text: 'vars {\n  host: http://dev.example\n' },
      {
        path: 'one.bru',
        text: `get {\n${conflict('  url: https://a.example', '  url: https://b.example')}}\n`,
      },
      { path: 'two.bru', text: 'get {\n  url: https://a.example\n}\n' },
    ];
    const collection = readCollectionFiles(files, 'shop', bruno);
    const why = (lines: string): string =>
      `Lines ${lines} are a merge conflict: git left both versions there. Keep one of them, without the lines of <, = and >.`;
    expect(collection.entries.map(({ read }) => (read.ok ? 'taken' : read.why))).toEqual([
      why('2 to 6'),
      'taken',
    ]);
    expect(collection.notes).toEqual([
      `collection.bru was left out, with any headers, authentication and variables in it. ${why('4 to 8')}`,
      'environments/Dev.bru was left out, with any headers, authentication and variables in it. It is not a Bruno file.',
    ]);
  });

  it('reads Windows line ends and a byte order mark', () => {
    expect(readBruBlocks('\ufeffget {\r\n  url: x\r\n}\r\n')).toEqual(new Map([['get', ['  url: x']]]));
  });
});
