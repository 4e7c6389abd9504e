import { describe, expect, it } from 'vitest';
import { headersOf, made, oneOf, reportOf } from './collections.fixture';

function format4(...resources: object[]): string {
  return JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [{ _id: 'wrk_1', _type: 'workspace', name: 'Payments', parentId: null }, ...resources],
  });
}

const REQUEST = { _id: 'req_1', _type: 'request', name: 'Create', parentId: 'fld_1', method: 'POST' };

describe('the Insomnia reader', () => {
  it('reads format 4: folders, parameters, templates and inherited settings', () => {
    const text = format4(
      {
        _id: 'fld_1',
        _type: 'request_group',
        name: 'Charges',
        parentId: 'wrk_1',
        headers: [{ name: 'X-Folder', value: 'yes' }],
        authentication: { type: 'bearer', token: 'canary' },
      },
      {
        ...REQUEST,
        description: 'Takes money.',
        url: '{{ _.base_url }}/v1/:id',
        pathParameters: [{ name: 'id', value: '7' }],
        parameters: [
          { name: 'q', value: 'a b,{{ _.q }}' },
          { name: 'flag', value: '' },
          { name: 'off', value: '1', disabled: true },
        ],
        headers: [{ name: 'X-Id', value: "{% uuid 'v4' %}" }],
        body: {
          mimeType: 'application/json',
          text: '{"at": "{% now \'iso-8601\', \'\' %}", "t": "{% response \'body\', \'req_2\' %}"}',
        },
      },
      {
        _id: 'env_1',
        _type: 'environment',
        parentId: 'wrk_1',
        name: 'Base',
        data: { base_url: 'https://psp.example', q: { x: 1 } },
      },
      {
        _id: 'env_2',
        _type: 'environment',
        parentId: 'env_1',
        name: 'Staging',
        data: { base_url: 'https://s.example' },
      },
    );
    expect(oneOf(text)).toEqual({
      file: 'Payments/Charges/Create',
      description: 'Takes money.',
      destination: 'POST ${base_url}/v1/7?q=a%20b%2C${q}&flag',
      headers: ['X-Folder: yes', 'X-Id: ${uuid}', 'authorization: ', 'content-type: application/json'],
      body: '{"at": "${now}", "t": "${response}"}',
    });
    expect(reportOf(text)).toMatchObject({
      tool: 'Insomnia 4',
      partly: 1,
      variables: [
        { name: 'base_url', value: 'https://psp.example' },
        { name: 'q', value: null },
        { name: 'response', value: null },
      ],
      notes: [
        'These variables have several values there, for different environments or folders, and only the first is taken: base_url. Check the requests that need another one.',
      ],
    });
    expect(reportOf(text).requests[0]?.leftOut).toEqual(['Left out, as switched off: query off.']);
    expect(JSON.stringify(made(text))).not.toContain('canary');
  });

  it('reads format 5', () => {
    const text = `type: collection.insomnia.rest/5.0
name: Five
meta: { id: wrk_5 }
collection:
  - name: Folder
    children:
      - name: Get
        method: GET
        url: "{{ _['base-url'] }}/a"
        meta: { id: req_5, description: Reads. }
        authentication: { type: apikey, key: X-Key, value: canary, addTo: header }
        scripts: { preRequest: "insomnia.x()" }
  - name: Socket
    url: ws://psp.example
    meta: { id: ws-req_1 }
environments:
  data: { base-url: https://psp.example }
`;
    expect(oneOf(text)).toMatchObject({
      file: 'Five/Folder/Get',
      description: 'Reads.',
      destination: 'GET ${base-url}/a',
    });
    expect(headersOf(text, 0)).toEqual([['X-Key', '', true]]);
    expect(reportOf(text)).toMatchObject({
      tool: 'Insomnia 5',
      taken: 0,
      partly: 1,
      refused: 1,
      variables: [{ name: 'base-url', value: 'https://psp.example' }],
      requests: [{ leftOut: ['Its script before the request was left out.'] }],
    });
  });

  it('offers the values of other environments where the base one has none, as Insomnia writes what it made of OpenAPI', () => {
    const five = `type: collection.insomnia.rest/5.0
name: Five
collection:
  - { name: Get, method: GET, url: "{{ _.base_url }}/a", meta: { id: req_5 } }
environments:
  data: { base_url: "{{ _.scheme }}://{{ _.host }}" }
  subEnvironments:
    - { name: Test, data: { scheme: https, host: test.example } }
    - { name: Other, data: { scheme: https, host: other.example } }
`;
    const four = JSON.stringify({
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'wrk_1', _type: 'workspace', name: 'Four' },
        { _id: 'req_1', _type: 'request', parentId: 'wrk_1', method: 'GET', url: '{{ base_url }}/a' },
        {
          _id: 'env_2',
          _type: 'environment',
          parentId: 'env_1',
          name: 'Test',
          data: { scheme: 'https', host: 'test.example' },
        },
        {
          _id: 'env_1',
          _type: 'environment',
          parentId: 'wrk_1',
          data: { base_url: '{{ scheme }}://{{ host }}' },
        },
        {
          _id: 'env_3',
          _type: 'environment',
          parentId: 'env_1',
          name: 'Other',
          data: { host: 'other.example' },
        },
      ],
    });
    for (const text of [five, four])
      expect(reportOf(text)).toMatchObject({
        variables: [{ name: 'base_url', value: 'https://test.example' }],
        notes: [expect.stringContaining('only the first is taken: host.')],
      });
  });

  it('names settings that change what is sent or accepted', () => {
    const of = (more: string, query = 'a b'): readonly string[] =>
      reportOf(
        `type: collection.insomnia.rest/5.0\nname: Five\ncollection:\n  - { name: Get, method: GET, url: "https://a.example/{{ _.id }}?q=${query}", ${more} }\n`,
      ).requests.flatMap(({ leftOut }) => leftOut);
    expect(of('settings: { encodeUrl: true, followRedirects: global, rebuildPath: true }')).toEqual([]);
    const named = [
      expect.stringMatching(/^That it follows no redirects/),
      expect.stringMatching(/^That its URL is sent as it is written/),
    ];
    expect(of('settings: { encodeUrl: false, followRedirects: "off" }')).toEqual(named);
    expect(of('settings: { encodeUrl: false }', '1')).toEqual([]);
    expect(of('settingEncodeUrl: false, settingFollowRedirects: "off"')).toEqual(named);
  });

  it('does not offer a value that Insomnia works out, or makes of other values that are not there', () => {
    const text = `type: collection.insomnia.rest/5.0
name: Five
collection:
  - { name: Get, method: GET, url: "{{ _.base_url }}/{{ _.id }}/{{ _.ok }}", meta: { id: req_5 } }
environments:
  data:
    base_url: "{{ _.scheme }}://{{ host }}"
    scheme: https
    id: "{% uuid 'v4' %}"
    ok: "{{ _['scheme'] }}-"
`;
    expect(reportOf(text)).toMatchObject({
      variables: [
        { name: 'base_url', value: null },
        { name: 'id', value: null },
        { name: 'ok', value: 'https-' },
      ],
      notes: [
        expect.stringContaining('The value of base_url is made of others there'),
        expect.stringContaining('The value of id is worked out there'),
      ],
    });
  });

  it('reads forms, multipart forms, files and GraphQL', () => {
    const bodies = [
      { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: 'b c' }] },
      { mimeType: 'multipart/form-data', params: [{ name: 'f', type: 'file', fileName: 'x' }] },
      { mimeType: 'application/octet-stream', fileName: '/tmp/x' },
      { mimeType: 'application/graphql', text: '{"query":"{a}","variables":"{\\"x\\":1}"}' },
    ];
    const text = format4(
      ...bodies.map((body, index) => ({
        ...REQUEST,
        _id: `req_${index}`,
        parentId: 'wrk_1',
        url: 'https://psp.example',
        body,
      })),
    );
    expect(made(text).map(({ body }) => body)).toEqual([
      'a=b%20c',
      '------multipart-boundary\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n${x}\r\n------multipart-boundary--\r\n',
      '${x}',
      '{"query":"{a}","variables":{"x":1}}',
    ]);
    expect(reportOf(text)).toMatchObject({ taken: 2, partly: 2 });
  });

  it('does not loop in folders that contain each other', () => {
    const text = format4(
      { _id: 'a', _type: 'request_group', name: 'A', parentId: 'b' },
      { _id: 'b', _type: 'request_group', name: 'B', parentId: 'a' },
      { ...REQUEST, parentId: 'a', url: 'https://psp.example' },
    );
    expect(oneOf(text)?.file).toMatch(/^Payments\/.*Create$/);
  });
});

it('names cookies and certificates that it leaves out, and nothing that is empty', () => {
  const notes4 = (...more: object[]): readonly string[] =>
    reportOf(JSON.stringify({ __export_format: 4, resources: [{ _type: 'workspace', _id: 'w' }, ...more] }))
      .notes;
  const jar = { _type: 'cookie_jar', _id: 'c', parentId: 'w' };
  expect(notes4({ ...jar, cookies: [{ key: 'sid', value: 'canary' }] })).toEqual([
    'Its cookies were left out.',
  ]);
  expect(notes4({ ...jar, cookies: [] })).toEqual([]);
  const notes5 = (more: string): readonly string[] =>
    reportOf(`type: collection.insomnia.rest/5.0\nname: Shop\ncollection: []\n${more}`).notes;
  expect(
    notes5('cookieJar: { cookies: [{ key: sid, value: canary }] }\ncertificates: [{ path: ca.pem }]\n'),
  ).toEqual(['Its cookies were left out.', 'Its CA certificates were left out.']);
  expect(notes5('cookieJar: { name: Default }\n')).toEqual([]);
});
