import { describe, expect, it } from 'vitest';
import { readCollectionFiles } from './collection-folder';
import { oneOf, reportOf } from './collections.fixture';
import { openCollection } from './open-collection';

const REQUEST = `info:
  name: Create
  type: http
http:
  method: POST
  url: "{{base}}/v1/:id"
  params:
    - { name: id, value: 7, type: path }
    - { name: off, value: 1, type: query, disabled: true }
  headers:
    - { name: X-Own, value: own }
  body:
    type: json
    data: '{"a": "{{a}}"}'
  auth: inherit
runtime:
  scripts:
    - { type: tests, code: x() }
docs: Takes money.
`;

const ROOT = `opencollection: 1.0.0
info: { name: Payments }
request:
  headers: [{ name: X-All, value: all }]
  auth: { type: basic, username: u, password: canary }
  variables: [{ name: base, value: https://psp.example }, { name: a, value: { type: number, data: "42" } }]
`;

const EXPECTED = {
  destination: 'POST ${base}/v1/7',
  description: 'Takes money.',
  headers: ['X-All: all', 'X-Own: own', 'authorization: ', 'content-type: application/json'],
  body: '{"a": "${a}"}',
};

describe('the OpenCollection reader', () => {
  it('combines a folder of files', () => {
    const files = [
      { path: 'opencollection.yml', text: ROOT },
      { path: 'charges/folder.yml', text: 'info: { name: Charges, type: folder }\n' },
      { path: 'charges/create.yml', text: REQUEST },
    ];
    const collection = readCollectionFiles(files, 'folder', openCollection);
    expect(oneOf(collection)).toEqual({ file: 'Payments/Charges/Create', ...EXPECTED });
    expect(reportOf(collection)).toMatchObject({
      tool: 'OpenCollection',
      partly: 1,
      variables: [
        { name: 'a', value: '42' },
        { name: 'base', value: 'https://psp.example' },
      ],
      requests: [{ leftOut: ['Its tests were left out.', 'Left out, as switched off: query off.'] }],
    });
  });

  it('reads a single file with everything', () => {
    const item = REQUEST.replace(/^(?=.)/gm, '        ').replace(/^ {8}/, '      - ');
    const text = `${ROOT}items:\n  - info: { name: Charges, type: folder }\n    items:\n${item}`;
    expect(oneOf(text)).toEqual({ file: 'Payments/Charges/Create', ...EXPECTED });
  });

  it('has variables in place of files', () => {
    const bodyFor = (body: string): string | undefined =>
      oneOf(REQUEST.replace(/ {2}body:[^]*(?= {2}auth)/, `  body:\n    ${body}\n`))?.body;
    const parts = '{ name: scan, type: file, value: [dir/a.png, b.png], contentType: image/png }';
    expect(bodyFor(`type: multipart-form\n    data: [${parts}]`)).toContain(
      'filename="b.png"\r\nContent-Type: image/png\r\n\r\n${b.png}\r\n',
    );
    const files = '[{ filePath: old.json }, { filePath: dir/new.json, contentType: text/x, selected: true }]';
    expect(bodyFor(`type: file\n    data: ${files}`)).toBe('${new.json}');
  });

  it('reads a single request, and refuses a WebSocket', () => {
    expect(oneOf(REQUEST)?.file).toBe('OpenCollection/Create');
    const socket = {
      path: 'a.yml',
      text: 'info: { name: A, type: websocket }\nwebsocket: { url: ws://x }\n',
    };
    expect(readCollectionFiles([socket], 'c', openCollection).entries[0]?.read).toEqual({
      ok: false,
      why: 'It is a WebSocket.',
    });
  });

  it('takes variables of folders in a single file, and says that their scripts are left out', () => {
    const folder = `  - info: { name: F, type: folder }
    request:
      variables: [{ name: base, value: of the folder }, { name: b, value: "7" }]
      scripts: [{ type: before-request, code: x() }]
    items: [{ info: { name: G, type: http }, http: { method: GET, url: "{{base}}/{{b}}" } }]
`;
    expect(reportOf(`${ROOT}items:\n${folder}`)).toMatchObject({
      variables: [
        { name: 'b', value: '7' },
        { name: 'base', value: 'https://psp.example' },
      ],
      notes: [
        'Scripts of 1 folder were left out.',
        'These variables have several values there, for different environments or folders, and only the first is taken: base. Check the requests that need another one.',
      ],
    });
  });

  it('says why a file cannot be read as YAML', () => {
    const files = [
      { path: 'opencollection.yml', text: `${ROOT}  bad: [\n` },
      {
        path: 'alias.yml',
        text: REQUEST.replace('"{{base}}/v1/:id"', '&u https://a.example').replace('own }', '*u }'),
      },
      { path: 'broken.yml', text: 'info: [\n' },
    ];
    const { entries, notes } = readCollectionFiles(files, 'shop', openCollection);
    const unclosed = (line: number): string =>
      `Line ${line}, column 1: a bracket or a quote is not closed, or a line is indented too little.`;
    expect(entries.map(({ read }) => (read.ok ? 'taken' : read.why))).toEqual([
      'It repeats a value by a name (&name and *name), which is not supported: write the value out.',
      unclosed(2),
    ]);
    expect(notes).toEqual([
      `opencollection.yml was left out, with any headers, authentication and variables in it. ${unclosed(8)}`,
    ]);
  });
});

it('names the proxy and the client certificates of a collection, in one file or in a folder', () => {
  const file = (config: string): string => `opencollection: 1.0.0\ninfo: { name: Shop }\nconfig: ${config}\n`;
  const used = file(
    '{ proxy: { inherit: false, config: { hostname: proxy.example } }, clientCertificates: [{ domain: a.example }] }',
  );
  const notes = (text: string): (readonly string[])[] => [
    reportOf(text).notes,
    reportOf(readCollectionFiles([{ path: 'opencollection.yml', text }], 'Shop', openCollection)).notes,
  ];
  const said = [
    'Its proxy was left out: the service calls the destination itself.',
    'Its client certificates were left out: set up an authentication method of the service.',
  ];
  expect(notes(used)).toEqual([said, said]);
  expect(notes(file('{ proxy: { inherit: true, config: { hostname: proxy.example } } }'))).toEqual([[], []]);
});
