import fc from 'fast-check';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Expectation, SavedExample, SavedRequest } from '@shared/requests/saved-requests';
import { buyersRequest, sessionRequest } from '@shared/requests/reading-requests';
import { emptyDraft, type VaultForwardDraft } from '@shared/vault-forward/draft';
import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { secretReference } from '@shared/secrets/secret-reference';
import type { SavedContent, Row } from './content-rows';
import { readRequestFolder, writeRequestFolder } from './request-folder';
import { readRequestText, toRequestText } from './request-text';

const ID = '5e550000-0000-4000-8000-000000000001';

function asked(draft: VaultForwardDraft): SavedContent {
  return { request: requestOfDraft(draft), form: formOfDraft(draft) };
}

function forward(
  changes: Partial<SavedRequest> = {},
  body = '{\n  "number": "{{CARD_NUMBER_1}}"\n}\n',
): SavedRequest {
  return {
    id: ID,
    folder: 'Cards/Authorise',
    name: 'Authorise a card',
    description: 'Two lines\nof words.',
    profileId: 'sandbox',
    ...asked({
      ...emptyDraft(),
      destinationUrl: 'https://psp.example/charges',
      paymentMethods: ['5e550000-0000-4000-8000-0000000000aa'],
      headers: [
        { id: 'a', name: 'authorization', value: secretReference(ID), secret: true, enabled: true },
        { id: 'b', name: 'accept', value: 'text/plain', secret: false, enabled: false },
      ],
      body,
    }),
    expectations: [
      { kind: 'status', status: 200 },
      { kind: 'json-path', path: '$.status', is: { how: 'equals', value: '"approved"' } },
    ],
    order: 0,
    example: null,
    ...changes,
  };
}

/** Without what a file does not hold: secrets, the profile, and in which order rows of different fields were noted. */
function comparable(saved: Omit<SavedRequest, 'profileId'>): unknown {
  const { id, folder, name, description, request, form, expectations, order, example } = saved;
  const plain = <R extends Row>(row: R): R => (row.secret ? { ...row, value: '' } : row);
  return {
    ...{ id, folder, name, description, expectations, order, example },
    request: { ...request, headers: request.headers.map(plain) },
    form: form && {
      ...form,
      switchedOff: form.switchedOff
        .map(plain)
        .sort((one, other) => (one.field < other.field ? -1 : one.field === other.field ? 0 : 1)),
    },
  };
}

function readOne(text: string): Omit<SavedRequest, 'profileId'> {
  const [read] = readRequestText(text);
  if (!read?.ok) throw new Error(read?.why ?? 'nothing was read');
  return read.request;
}

describe('a file that git could not merge', () => {
  it('is told with its lines, and read again once one version is left', () => {
    const text = toRequestText([forward()], true);
    const [before = '', after = ''] = text.split('name: Authorise a card\n');
    const conflict = `${before}<<<<<<< HEAD\nname: Mine\n=======\nname: Theirs\n>>>>>>> branch\n${after}`;
    const at = before.split('\n').length;
    expect(readRequestText(conflict)).toEqual([
      {
        ok: false,
        why: `Lines ${at} to ${at + 4} are a merge conflict: git left both versions there. Keep one of them, without the lines of <, = and >.`,
      },
    ]);
    expect(readRequestText(`${before}name: Mine\n${after}`)).toMatchObject([{ ok: true }]);
    // In a body these are letters like any others.
    const body = '<<<<<<< a\n=======\n>>>>>>> b\n';
    expect(readRequestText(toRequestText([forward({}, body)], true))).toMatchObject([
      { ok: true, request: { request: { body } } },
    ]);
  });
});

describe('a request as text', () => {
  it('can be read by a person, in an order that never changes', () => {
    expect(toRequestText([forward()], true)).toBe(`version: 2
id: ${ID}
folder: Cards/Authorise
name: Authorise a card
description: |-
  Two lines
  of words.
request:
  operation: vault_forward
  headers:
    - name: content-type
      value: application/json
    - name: x-vault-forward-url
      value: https://psp.example/charges
    - name: x-vault-forward-http-method
      value: POST
    - name: x-vault-forward-payment-methods
      value: 5e550000-0000-4000-8000-0000000000aa
    - name: x-vault-forward-header-authorization
      secret: true
    - name: x-vault-forward-header-accept
      value: text/plain
      enabled: false
  body: |
    {
      "number": "{{CARD_NUMBER_1}}"
    }
expect:
  - status: 200
  - path: $.status
    equals: '"approved"'
`);
  });

  it('has every kind of expectation in few words, and gives it back', () => {
    const expectations: readonly Expectation[] = [
      { kind: 'status', status: 200 },
      { kind: 'time', withinMs: 800 },
      { kind: 'json-path', path: '$.a', is: { how: 'equals', value: '1' } },
      { kind: 'json-path', path: '$.a', is: { how: 'contains', text: 'x: "y"' } },
      { kind: 'json-path', path: '$.a', is: { how: 'matches', pattern: '^[0-9]+$' } },
      { kind: 'json-path', path: '$.a', is: { how: 'exists' } },
      { kind: 'header', name: 'x-id', is: { how: 'missing' } },
      { kind: 'header', name: 'x-id', is: { how: 'equals', value: '' } },
    ];
    const text = toRequestText([forward({ expectations })], true);
    expect(text.slice(text.indexOf('expect:'))).toBe(`expect:
  - status: 200
  - within: 800
  - path: $.a
    equals: "1"
  - path: $.a
    contains: 'x: "y"'
  - path: $.a
    matches: ^[0-9]+$
  - path: $.a
    exists: true
  - header: x-id
    exists: false
  - header: x-id
    equals: ""
`);
    expect(readOne(text).expectations).toEqual(expectations);
  });

  it('has its example after what is expected, and gives it back', () => {
    const example: SavedExample = {
      status: 201,
      statusText: 'Created',
      contentType: 'application/json',
      body: '{\n  "id": "a"\n}\n',
      answeredAt: '2026-11-22T10:00:00.000Z',
    };
    const text = toRequestText([forward({ expectations: [], example })], true);
    expect(text.slice(text.indexOf('example:'))).toBe(`example:
  status: 201
  reason: Created
  contentType: application/json
  answeredAt: 2026-11-22T10:00:00.000Z
  body: |
    {
      "id": "a"
    }
`);
    expect(readOne(text).example).toEqual(example);
    const empty = { ...example, statusText: '', contentType: null, body: null };
    expect(readOne(toRequestText([forward({ example: empty })], true)).example).toEqual(empty);
    const large = text.replace('"id": "a"', `"id": "${'a'.repeat(100_000)}"`);
    expect(readRequestText(large)).toMatchObject([{ ok: false, why: expect.stringContaining('kept small') }]);
  });

  it('gives back every text exactly, and never a secret', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[ \t\r\n#:\-|>&*!%@`'"{}[\],?a-z0-9\\]{0,40}$/),
      fc.constantFrom(
        'null',
        'true',
        '1',
        '1e3',
        '~',
        '2026-11-21',
        '---\na',
        '...',
        '\u2028',
        '\ufeff',
        '\ud800',
        '|',
        '',
      ),
    );
    const header = fc.record({
      id: fc.uuid(),
      name: text.filter(
        (name) => !/auth|token|secret|cookie|key|pass|cred|sign|pin|session|jwt|bearer/i.test(name),
      ),
      value: text,
      secret: fc.boolean(),
      enabled: fc.boolean(),
    });
    const draft = fc.record({
      version: fc.constant(1 as const),
      destinationUrl: text,
      method: text,
      paymentMethods: fc.array(text, { maxLength: 3 }),
      authentications: fc.array(fc.record({ id: text, name: text }), { maxLength: 2 }),
      headers: fc.array(header, { maxLength: 3 }),
      serviceHeaders: fc.array(header, { maxLength: 2 }),
      body: text,
    });
    // Over several lines in quotes the YAML library lost a line of it once.
    const oddLines = { ...emptyDraft(), paymentMethods: ['\n \n', '\0'.repeat(6)] };
    fc.assert(
      fc.property(fc.array(draft, { minLength: 1, maxLength: 3 }), text, (drafts, description) => {
        const requests = drafts.map((one) => forward({ description, ...asked(one) }));
        const written = toRequestText(requests, true);
        expect(Buffer.from(written, 'utf8').toString('utf8')).toBe(written);
        const read = readRequestText(written);
        expect(read.map((one) => (one.ok ? comparable(one.request) : one.why))).toEqual(
          requests.map(comparable),
        );
      }),
      { numRuns: 150, examples: [[[oddLines], '']] },
    );
  });

  it.each([
    sessionRequest(ID),
    buyersRequest({ limit: 20, cursor: null, parameters: [] }),
    buyersRequest({ limit: null, cursor: 'abc', parameters: [] }),
  ])('holds look-ups, too: $operation', (look) => {
    const request = forward({ request: look, form: null, expectations: [], description: '' });
    expect(comparable(readOne(toRequestText([request], true)))).toEqual(comparable(request));
  });

  it('holds every parameter of a list of buyers, in its order and however it is written', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('limit', 'cursor', ''));
    const query = fc.record({
      cursor: fc.option(fc.string()),
      limit: fc.option(fc.integer()),
      parameters: fc.array(fc.tuple(text, text), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(query, (asks) => {
        const request = forward({ request: buyersRequest(asks), form: null });
        expect(readOne(toRequestText([request], true)).request).toEqual(request.request);
      }),
      { numRuns: 100 },
    );
  });

  it('marks a secret that somebody typed, and takes no reference from a file', () => {
    const text = toRequestText([forward()], true).replace('secret: true', 'value: CANARY');
    const name = 'x-vault-forward-header-authorization';
    expect(readOne(text).request.headers).toContainEqual({ name, value: 'CANARY', secret: true });
    const stolen = readOne(text.replace('CANARY', secretReference(ID)));
    expect(stolen.request.headers).toContainEqual({ name, value: '', secret: true });
  });

  it.each([
    ['no YAML', 'a: [', 'flow'],
    ['a key twice', 'version: 1\nversion: 1\n', 'unique'],
    ['an alias', 'version: 1\nid: &x a\nname: *x\n', 'alias'],
    ['another version', 'version: 3\n', 'version'],
    ['something more', 'version: 2\nextra: 1\n', 'extra'],
    ['something more in the first version', 'version: 1\nextra: 1\n', 'extra'],
    [
      'an operation that is none',
      toRequestText([forward()], true).replace('vault_forward', 'drop_tables'),
      'operation',
    ],
    [
      'a folder that leads out',
      toRequestText([forward()], true).replace('Cards/Authorise', '../out'),
      'folder',
    ],
    [
      'a path that cannot be read',
      toRequestText([forward()], true).replace('$.status', '$['),
      'name in quotes',
    ],
    [
      'two comparisons',
      toRequestText([forward()], true).replace('path: $.status', 'path: $.status\n    exists: true'),
      'goes one of equals',
    ],
    [
      'an expectation of another kind',
      toRequestText([forward()], true).replace('path: $.status', 'cookie: a'),
      'an expectation is a status',
    ],
    [
      'a pattern that is none',
      toRequestText([forward()], true).replace('equals: \'"approved"\'', 'matches: (a'),
      'regular expression',
    ],
  ])('is refused with words when it has %s', (_what, text, words) => {
    const [read] = readRequestText(text);
    expect(read).toMatchObject({ ok: false });
    expect(read?.ok === false ? read.why.toLowerCase() : '').toContain(words);
  });
});

describe('a value that begins with a brace and is not in quotes', () => {
  const quoted = toRequestText([forward()], true);
  const place = (text: string, sign: string): string => {
    const before = text.slice(0, text.indexOf(sign)).split('\n');
    return `Line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  };

  it.each([
    '{sandbox}/v1/charges',
    '{sandbox} /v1',
    '{{CARD_NUMBER_1}}-x',
    '{sandbox}',
    '{{CARD_NUMBER_1}}',
    '[sandbox]/v1',
  ])('%s is told to need them, with its line and column, and nothing else is said on the way', (value) => {
    const warned = vi.spyOn(process, 'emitWarning');
    const text = quoted.replace('name: Authorise', `name: ${value}`);
    expect(readRequestText(text)).toEqual([
      {
        ok: false,
        why: expect.stringContaining(
          `${place(text, value)}: a value that begins with ${value[0] ?? ''} must be in quotes, such as '{sandbox}/v1'.`,
        ),
      },
    ]);
    expect(warned).not.toHaveBeenCalled();
  });

  it('is not said of what stands behind anything else', () => {
    const [read] = readRequestText(quoted.replace('name: Authorise', 'name: "Authorise" now'));
    expect(read).toMatchObject({ ok: false, why: expect.not.stringContaining('begins with') });
  });
});

describe('a folder of requests', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'requests-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has a file for each request, and gives all of them back', async () => {
    const requests = [
      forward({ id: ID, folder: '', name: 'con' }),
      forward({ id: ID.replace(/1$/, '2'), folder: 'A', name: 'one/two: "three"?' }),
      forward({ id: ID.replace(/1$/, '3'), folder: 'A', name: 'ONE/TWO: "THREE"?' }),
      forward({ id: ID.replace(/1$/, '4'), folder: 'A/B', name: '..' }),
    ];
    await writeFile(join(folder, 'older.request.yaml'), 'version: 1\n');
    await writeFile(join(folder, 'README.md'), 'words');
    const written = await writeRequestFolder(requests, folder);
    expect(written).toEqual({ path: folder, written: 4, leftAlone: ['older.request.yaml'], notes: [] });
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      'A',
      'A/B',
      'A/B/request.request.yaml',
      'A/ONE-TWO- -THREE- 2.request.yaml',
      'A/one-two- -three-.request.yaml',
      'README.md',
      'older.request.yaml',
      'request con.request.yaml',
    ]);
    const found = await readRequestFolder(folder);
    const read = found.flatMap(({ read: one }) => (one.ok ? [comparable(one.request)] : []));
    expect(read).toHaveLength(4);
    expect(read).toEqual(expect.arrayContaining(requests.map(comparable)));
    expect(found.filter(({ read: one }) => !one.ok).map(({ file }) => file)).toEqual(['older.request.yaml']);
  });

  it('is written the same when nothing has changed', async () => {
    await writeRequestFolder([forward()], folder);
    const file = join(folder, 'Cards', 'Authorise', 'Authorise a card.request.yaml');
    const before = await readFile(file, 'utf8');
    await writeRequestFolder([forward()], folder);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('is read without following links or looking into hidden folders', async () => {
    await mkdir(join(folder, '.git'));
    await writeFile(join(folder, '.git', 'a.request.yaml'), toRequestText([forward()], false));
    await writeFile(join(folder, 'real.yaml'), toRequestText([forward()], false));
    await symlink(join(folder, 'real.yaml'), join(folder, 'link.request.yaml'));
    await symlink('/', join(folder, 'root'));
    const why = 'It is a link: links are not followed.';
    expect(await readRequestFolder(folder)).toEqual(
      ['link.request.yaml', 'root'].map((file) => ({ file, read: { ok: false, why } })),
    );
  });
});
