import { describe, expect, it } from 'vitest';
import type { Collection } from './collection';
import { findInCollection } from './found-in-collection';
import { headersOf, made, oneOf, reportOf } from './collections.fixture';
import { readCollection } from './read-collection';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

function collection(item: unknown, more: object = {}): string {
  return JSON.stringify({
    info: { name: 'Payments', _postman_id: 'p1', schema: SCHEMA },
    item: [item],
    ...more,
  });
}

describe('the Postman reader', () => {
  it('reads method, URL, headers, body, folder, name and description', () => {
    const text = collection({
      name: 'Charges',
      item: [
        {
          name: 'Create',
          request: {
            method: 'POST',
            description: 'Takes money.',
            url: { raw: '{{base_url}}/v1/charges?expand=card', variable: [] },
            header: [{ key: 'X-Trace', value: '{{$guid}}' }],
            body: {
              mode: 'raw',
              raw: '{"number":"{{CARD_NUMBER_1}}","amount":{{amount}},"at":{{$timestamp}}}',
              options: { raw: { language: 'json' } },
            },
          },
        },
      ],
    });
    expect(oneOf(text)).toEqual({
      file: 'Payments/Charges/Create',
      description: 'Takes money.',
      destination: 'POST ${base_url}/v1/charges?expand=card',
      headers: ['X-Trace: ${uuid}', 'content-type: application/json'],
      body: '{"number":"{{CARD_NUMBER_1}}","amount":${amount},"at":${timestamp}}',
    });
    expect(reportOf(text)).toMatchObject({
      tool: 'Postman 2.1',
      name: 'Payments',
      taken: 1,
      partly: 0,
      refused: 0,
      variables: [
        { name: 'amount', value: null },
        { name: 'base_url', value: null },
      ],
    });
  });

  it('reads 2.0, with authentication as an object and requests as plain URLs, also when wrapped', () => {
    const whole: unknown = JSON.parse(
      collection('', {
        info: { name: 'Old', schema: SCHEMA.replace('v2.1', 'v2.0') },
        item: [
          { name: 'Plain', request: 'https://psp.example/ping' },
          {
            name: 'Basic',
            request: {
              method: 'PUT',
              url: 'psp.example/x',
              header: 'X-One: 1\nX-Two: a:b',
              auth: { type: 'basic', basic: { username: 'u', password: 'canary' } },
              body: { mode: 'urlencoded', urlencoded: [{ key: 'a b', value: '{{CARD_NUMBER_1}} &{{x}}' }] },
            },
          },
        ],
      }),
    );
    const text = JSON.stringify({ collection: whole });
    expect(made(text).map(({ destination }) => destination)).toEqual([
      'GET https://psp.example/ping',
      'PUT http://psp.example/x',
    ]);
    expect(made(text)[1]).toMatchObject({
      headers: [
        'X-One: 1',
        'X-Two: a:b',
        'authorization: ',
        'content-type: application/x-www-form-urlencoded',
      ],
      body: 'a%20b={{CARD_NUMBER_1}}%20%26${x}',
    });
    expect(JSON.stringify(made(text))).not.toContain('canary');
  });

  it('drops the value of a secret header, from whatever source', () => {
    const text = collection(
      {
        name: 'Keys',
        item: [
          { name: 'inherits', request: { method: 'GET', url: 'https://psp.example/a' } },
          {
            name: 'typed',
            request: {
              method: 'GET',
              url: 'https://user:canary@psp.example/b',
              header: [{ key: 'X-Api-Key', value: 'canary' }],
              auth: { type: 'noauth' },
            },
          },
        ],
      },
      {
        auth: {
          type: 'apikey',
          apikey: [
            { key: 'key', value: 'X-Merchant' },
            { key: 'value', value: 'canary' },
          ],
        },
      },
    );
    expect(headersOf(text, 0)).toEqual([['X-Merchant', '', true]]);
    expect(headersOf(text, 1)).toEqual([
      ['X-Api-Key', '', true],
      ['authorization', '', true],
    ]);
    expect(JSON.stringify(made(text))).not.toContain('canary');
    expect(made(text)[1]?.destination).toBe('GET https://psp.example/b');
  });

  it('drops a value typed into the header of an API key', () => {
    const request = {
      method: 'GET',
      url: 'https://psp.example/',
      header: [{ key: 'x-merchant', value: 'canary' }],
      auth: { type: 'apikey', apikey: [{ key: 'key', value: 'X-Merchant' }] },
    };
    expect(headersOf(collection({ name: 'a', request }), 0)).toEqual([['x-merchant', '', true]]);
  });

  it.each([
    ['awsv4', []],
    ['digest', []],
    ['oauth2', [['authorization', '', true]]],
  ])('asks for the token of an authentication, but not for a signature: %s', (type, headers) => {
    const request = { method: 'GET', url: 'https://psp.example/', auth: { type, [type]: [] } };
    expect(headersOf(collection({ name: 'a', request }), 0)).toEqual(headers);
  });

  it('says what it leaves out of a request, and counts it as partly taken', () => {
    const text = collection(
      {
        name: 'Upload',
        event: [
          { listen: 'test', script: { exec: ['pm.test()'] } },
          { listen: 'prerequest', script: { exec: [''] } },
        ],
        response: [{}, {}],
        request: {
          method: 'POST',
          url: { raw: 'https://psp.example/u?a=1', query: [{ key: 'b', value: '2', disabled: true }] },
          header: [{ key: 'X-Debug', value: '1', disabled: true }],
          auth: { type: 'oauth2', oauth2: [] },
          body: {
            mode: 'formdata',
            formdata: [
              { key: 'note', value: 'two\nlines', type: 'text' },
              { key: 'scan', src: '/tmp/a.png', type: 'file' },
            ],
          },
        },
      },
      { event: [{ listen: 'prerequest', script: { exec: 'x()' } }] },
    );
    expect(reportOf(text)).toMatchObject({
      taken: 0,
      partly: 1,
      refused: 0,
      notes: ['The scripts of the whole collection were left out.', '2 example answers left out.'],
      requests: [
        {
          name: 'Payments/Upload',
          leftOut: [
            'Its tests were left out.',
            'Left out, as switched off: header X-Debug, query b.',
            'Its authentication (OAuth 2) was left out: get a token, or set up an authentication method of the service.',
            'The file a.png was not read: ${a.png} stands for its text, and nothing is sent until it is replaced or has a value.',
          ],
        },
      ],
    });
    expect(made(text)[0]?.body).toBe(
      '------multipart-boundary\r\nContent-Disposition: form-data; name="note"\r\n\r\ntwo\nlines\r\n' +
        '------multipart-boundary\r\nContent-Disposition: form-data; name="scan"; filename="a.png"\r\n\r\n${a.png}\r\n------multipart-boundary--\r\n',
    );
  });

  it('says that a body is switched off, and that descriptions of folders are left out', () => {
    const request = {
      method: 'POST',
      url: 'https://psp.example',
      body: { mode: 'raw', raw: 'x', disabled: true },
    };
    const folder = { name: 'Charges', description: 'All about charges.', item: [{ name: 'F', request }] };
    const info = { name: 'Payments', schema: SCHEMA, description: { content: 'All about payments.' } };
    expect(reportOf(collection(folder, { info }))).toMatchObject({
      notes: [
        'The description of the whole collection was left out.',
        'Descriptions of 1 folder were left out: Charges.',
      ],
      requests: [{ name: 'Payments/Charges/F', leftOut: ['Its body was left out, as it is switched off.'] }],
    });
  });

  it('has a variable in place of each file, and of one that was not chosen', () => {
    const bodyFor = (body: unknown): string | undefined =>
      oneOf(collection({ name: 'F', request: { method: 'POST', url: 'https://psp.example', body } }))?.body;
    const file = (src: unknown): unknown => ({
      mode: 'formdata',
      formdata: [{ key: 'photo', type: 'file', src }],
    });
    expect(bodyFor(file(['/tmp/a.png', 'C:\\tmp\\b.png']))).toContain('filename="b.png"\r\n\r\n${b.png}');
    expect(bodyFor(file([]))).toContain('name="photo"; filename="photo"\r\n\r\n${photo}');
    expect(bodyFor(file(undefined))).toContain('${photo}');
    expect(bodyFor({ mode: 'file', file: { src: '/tmp/uuid' } })).toBe('${uuid_2}');
    expect(bodyFor({ mode: 'file' })).toBe('${body}');
  });

  it('adds the form’s boundary to a typed content type', () => {
    const text = collection({
      name: 'Form',
      request: {
        method: 'POST',
        url: 'https://psp.example/u',
        header: [{ key: 'Content-Type', value: 'multipart/form-data' }],
        body: { mode: 'formdata', formdata: [{ key: 'a', value: '1', type: 'text' }] },
      },
    });
    expect(made(text)[0]?.headers).toEqual([
      'Content-Type: multipart/form-data; boundary=----multipart-boundary',
    ]);
  });

  it('replaces a content type that does not fit the form', () => {
    const text = collection({
      name: 'Form',
      request: {
        method: 'PUT',
        url: 'https://psp.example/u',
        header: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
        body: { mode: 'formdata', formdata: [{ key: 'a', value: '1', type: 'text' }] },
      },
    });
    expect(made(text)[0]?.headers).toEqual([
      'Content-Type: multipart/form-data; boundary=----multipart-boundary',
    ]);
  });

  it('leaves out the body of a GET unless the collection sends it', () => {
    const request = { method: 'GET', url: 'https://psp.example/', body: { mode: 'raw', raw: '{}' } };
    expect(reportOf(collection({ name: 'a', request })).requests[0]?.leftOut).toEqual([
      'Its body was left out: Postman sends none with GET.',
    ]);
    const sent = collection({ name: 'a', protocolProfileBehavior: { disableBodyPruning: true }, request });
    expect([made(sent)[0]?.body, reportOf(sent).partly]).toEqual(['{}', 0]);
  });

  it('fills in :id in a path, or makes it a variable if it has no value', () => {
    const url = {
      raw: 'https://psp.example/a/:id/b/:other/c:colon',
      variable: [
        { key: 'id', value: 'x y' },
        { key: 'other', value: '' },
      ],
    };
    expect(made(collection({ name: 'a', request: { method: 'GET', url } }))[0]?.destination).toBe(
      'GET https://psp.example/a/x%20y/b/${other}/c:colon',
    );
  });

  it('builds a URL from its parts, as Postman does', () => {
    const url = {
      raw: 'https://psp.example/other?z=1',
      protocol: 'https',
      host: ['psp', 'example'],
      port: '8443',
      path: ['a', '{x}', '{{y}}', { type: 'any', value: 'b' }],
      query: [
        { key: 'q', value: '1&{{a&b}}' },
        { key: 'flag', value: null },
        { key: 'off', value: '2', disabled: true },
      ],
    };
    const text = collection({ name: 'a', request: { method: 'GET', url } });
    expect(made(text)[0]?.destination).toBe(
      'GET https://psp.example:8443/a/%7Bx%7D/${y}/b?q=1%26${a_b}&flag',
    );
  });

  it('converts GraphQL to JSON', () => {
    const body = {
      mode: 'graphql',
      graphql: { query: 'query Q { a(id: "{{id}}") }', variables: '{"n": {{n}} }' },
    };
    const text = collection({ name: 'a', request: { method: 'POST', url: 'https://psp.example/', body } });
    expect(made(text)[0]?.body).toBe('{"query":"query Q { a(id: \\"${id}\\") }","variables":{"n": ${n} }}');
  });

  it('reads a request to Vault Forward as a forward to its destination', () => {
    const text = collection({
      name: 'Forward',
      request: {
        method: 'POST',
        url: '{{base}}/vault-forward',
        header: [
          { key: 'x-vault-forward-url', value: 'https://psp.example/charge' },
          { key: 'x-vault-forward-http-method', value: 'PUT' },
          { key: 'x-vault-forward-header-authorization', value: 'Bearer canary' },
        ],
        body: { mode: 'raw', raw: '{}' },
      },
    });
    expect(made(text)[0]).toMatchObject({
      destination: 'PUT https://psp.example/charge',
      headers: ['authorization: '],
    });
  });

  it('refuses requests not over HTTP', () => {
    const text = collection({
      name: 'Bad',
      item: [
        { name: 'no request' },
        { name: 'socket', request: { method: 'GET', url: 'wss://psp.example/' } },
        { name: 'method', request: { method: 5, url: 'https://psp.example/' } },
      ],
    });
    expect(reportOf(text)).toMatchObject({ taken: 0, partly: 0, refused: 3 });
  });

  it('lists variables with their values, except values that may be secret', () => {
    const text = collection(
      {
        name: 'a',
        request: { method: 'GET', url: '{{base.url}}/{{tokens}}/{{pan}}/{{hidden}}?x={{base_url}}' },
      },
      {
        variable: [
          { key: 'base.url', value: 'https://psp.example' },
          { key: 'tokens', value: 'canary' },
          { key: 'pan', value: '4111111111111111' },
          { key: 'hidden', value: 'canary', type: 'secret' },
          { key: 'unused', value: '1' },
        ],
      },
    );
    expect(reportOf(text).variables).toEqual([
      { name: 'base.url', value: 'https://psp.example' },
      { name: 'base_url', value: null },
      { name: 'hidden', value: null },
      { name: 'pan', value: '411111••••••1111' },
      { name: 'tokens', value: null },
    ]);
    expect(made(text)[0]?.destination).toBe('GET ${base.url}/${tokens}/${pan}/${hidden}?x=${base_url}');
  });

  it('puts together the values of variables that are made of others, and names those that lack one', () => {
    const report = reportOf(
      collection(
        {
          name: 'a',
          request: { method: 'GET', url: '{{url}}/{{both}}/{{round}}/{{vault}}?k={{keyed}}&g={{made}}' },
        },
        {
          variable: [
            { key: 'url', value: '{{ scheme }}://{{host}}/v1' },
            { key: 'scheme', value: 'https' },
            { key: 'host', value: '{{region}}.psp.example' },
            { key: 'region', value: 'eu' },
            { key: 'both', value: '{{region}}-{{nowhere}}' },
            { key: 'round', value: '{{round}}' },
            { key: 'vault', value: '{{CARD_NUMBER_1}}' },
            { key: 'keyed', value: '{{token}}' },
            { key: 'token', value: 'canary' },
            { key: 'made', value: '{{$guid}}' },
          ],
        },
      ),
    );
    expect(report.variables).toEqual([
      { name: 'both', value: null },
      { name: 'keyed', value: null },
      { name: 'made', value: null },
      { name: 'round', value: null },
      { name: 'url', value: 'https://eu.psp.example/v1' },
      { name: 'vault', value: '{{CARD_NUMBER_1}}' },
    ]);
    const lacks = (name: string, others: string): string =>
      `The value of ${name} is made of others there. In the collection these have none, or one that may be secret: ${others}. Give ${name} its whole value.`;
    expect(report.notes).toEqual([
      lacks('both', 'nowhere'),
      lacks('keyed', 'token'),
      lacks('made', '$guid'),
      lacks('round', 'round'),
    ]);
  });

  it('puts together no value that would fill the memory', () => {
    const doubling = Array.from({ length: 60 }, (_none, at) => ({
      key: `v${at}`,
      value: at === 59 ? 'xx' : `{{v${at + 1}}}{{v${at + 1}}}`,
    }));
    const text = collection(
      { name: 'a', request: { method: 'GET', url: 'https://a.example/{{v0}}/{{v50}}' } },
      { variable: doubling },
    );
    expect(reportOf(text).variables).toEqual([
      { name: 'v0', value: null },
      { name: 'v50', value: 'xx'.repeat(512) },
    ]);
  });

  it('refuses a body over 5 MB', () => {
    const withBody = (length: number): Collection | null =>
      readCollection(
        collection({
          name: 'Big',
          request: {
            ...{ method: 'POST', url: 'https://psp.example' },
            body: { mode: 'raw', raw: 'x'.repeat(length) },
          },
        }),
      );
    const [small, large] = [withBody(5_000_000), withBody(5_000_001)].map((read) =>
      read === null ? null : findInCollection(read).found[0]?.read,
    );
    expect(small?.ok).toBe(true);
    expect(large).toEqual({ ok: false, why: 'Its body is too large: at most 5 MB are taken.' });
  });

  it('does not recognise other files', () => {
    expect(readCollection('{"item": []}')).toBeNull();
    expect(readCollection(collection({}).replace('v2.1.0', 'v1.0.0'))).toBeNull();
    expect(readCollection('[1, 2]')).toBeNull();
    expect(readCollection('version: 2\nname: one of ours\nrequest: {}\n')).toBeNull();
  });
});

it('names settings that change what is sent or accepted, of a request or of what it is in, and not what is usual', () => {
  const request = { method: 'GET', url: 'https://a.example/{{id}}/a b' };
  const settings = { followRedirects: false, strictSSL: false, disableUrlEncoding: true };
  const leftOut = (own: object, around: object = {}): readonly string[] =>
    reportOf(
      collection(
        { name: 'F', item: [{ name: 'R', request, protocolProfileBehavior: own }] },
        { protocolProfileBehavior: around },
      ),
    ).requests.flatMap((one) => one.leftOut);
  const all = [
    'That it follows no redirects was left out: the service calls the destination itself.',
    'That it accepts any certificate was left out: the service calls the destination itself.',
    'That its URL is sent as it is written was left out: here it is percent-encoded.',
  ];
  expect(leftOut(settings)).toEqual(all);
  expect(leftOut({}, settings)).toEqual(all);
  expect(leftOut({ followRedirects: true, strictSSL: true }, settings)).toEqual(all.slice(2));
  expect(
    leftOut({ followRedirects: true, strictSSL: true, disableUrlEncoding: false, disableBodyPruning: true }),
  ).toEqual([]);
});

it('names the proxy and the client certificate of a request, and not those that are switched off', () => {
  const leftOut = (more: object): readonly string[] =>
    reportOf(
      collection({ name: 'R', request: { method: 'GET', url: 'https://a.example', ...more } }),
    ).requests.flatMap((request) => request.leftOut);
  const certificate = { matches: ['https://a.example/*'], key: { src: '/k' }, passphrase: 'canary' };
  expect(leftOut({ proxy: { host: 'proxy.example', port: 8080 }, certificate })).toEqual([
    'Its proxy was left out: the service calls the destination itself.',
    'Its client certificates were left out: set up an authentication method of the service.',
  ]);
  expect(leftOut({ proxy: { host: 'proxy.example', disabled: true }, certificate: {} })).toEqual([]);
});
