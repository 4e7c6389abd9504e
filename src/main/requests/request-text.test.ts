import fc from 'fast-check';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SavedRequest } from '../../shared/saved-requests';
import { emptyDraft, type DraftHeader } from '../../shared/vault-forward/draft';
import { secretReference } from '../../shared/vault-forward/secret-reference';
import { readRequestFolder, writeRequestFolder } from './request-folder';
import { readRequestText, toRequestText } from './request-text';

const ID = '5e550000-0000-4000-8000-000000000001';

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
    call: {
      kind: 'vault_forward',
      draft: {
        ...emptyDraft(),
        destinationUrl: 'https://psp.example/charges',
        paymentMethods: ['5e550000-0000-4000-8000-0000000000aa'],
        headers: [
          { id: 'a', name: 'authorization', value: secretReference(ID), secret: true, enabled: true },
          { id: 'b', name: 'accept', value: 'text/plain', secret: false, enabled: false },
        ],
        body,
      },
    },
    expectations: [
      { kind: 'status', status: 200 },
      { kind: 'json-path', path: '$.status', equals: '"approved"' },
    ],
    ...changes,
  };
}

/** Without what a file does not hold: row ids, secrets, the profile. */
function comparable(request: Omit<SavedRequest, 'profileId'>): unknown {
  const { id, folder, name, description, call, expectations } = request;
  const plain = ({ name: header, value, secret, enabled }: DraftHeader): unknown => ({
    header,
    value: secret ? '' : value,
    secret,
    enabled,
  });
  const comparableCall =
    call.kind === 'vault_forward'
      ? {
          ...call.draft,
          headers: call.draft.headers.map(plain),
          serviceHeaders: call.draft.serviceHeaders.map(plain),
        }
      : call;
  return { id, folder, name, description, call: comparableCall, expectations };
}

function readOne(text: string): Omit<SavedRequest, 'profileId'> {
  const [read] = readRequestText(text);
  if (!read?.ok) throw new Error(read?.why ?? 'nothing was read');
  return read.request;
}

describe('a request as text', () => {
  it('can be read by a person, in an order that never changes', () => {
    expect(toRequestText([forward()], true)).toBe(`version: 1
id: ${ID}
folder: Cards/Authorise
name: Authorise a card
description: |-
  Two lines
  of words.
request:
  kind: vault_forward
  destinationUrl: https://psp.example/charges
  method: POST
  paymentMethods:
    - 5e550000-0000-4000-8000-0000000000aa
  headers:
    - name: authorization
      secret: true
    - name: accept
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
    fc.assert(
      fc.property(fc.array(draft, { minLength: 1, maxLength: 3 }), text, (drafts, description) => {
        const requests = drafts.map((one) =>
          forward({ description, call: { kind: 'vault_forward', draft: one } }),
        );
        const written = toRequestText(requests, true);
        expect(Buffer.from(written, 'utf8').toString('utf8')).toBe(written);
        const read = readRequestText(written);
        expect(read.map((one) => (one.ok ? comparable(one.request) : one.why))).toEqual(
          requests.map(comparable),
        );
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    { kind: 'get_checkout_session', sessionId: ID },
    { kind: 'list_buyers', limit: 20, cursor: null },
    { kind: 'list_buyers', limit: null, cursor: 'abc' },
  ] as const)('holds look-ups, too: $kind', (call) => {
    const request = forward({ call, expectations: [], description: '' });
    expect(comparable(readOne(toRequestText([request], true)))).toEqual(comparable(request));
  });

  it('marks a secret that somebody typed, and takes no reference from a file', () => {
    const text = toRequestText([forward()], true).replace('secret: true', 'value: CANARY');
    const { call } = readOne(text);
    expect(call.kind === 'vault_forward' && call.draft.headers[0]).toMatchObject({
      value: 'CANARY',
      secret: true,
    });
    const stolen = readOne(text.replace('CANARY', secretReference(ID))).call;
    expect(stolen.kind === 'vault_forward' && stolen.draft.headers[0]).toMatchObject({ value: '' });
  });

  it.each([
    ['no YAML', 'a: [', 'flow'],
    ['a key twice', 'version: 1\nversion: 1\n', 'unique'],
    ['an alias', 'version: 1\nid: &x a\nname: *x\n', 'alias'],
    ['another version', 'version: 2\n', 'version'],
    ['something more', 'version: 1\nextra: 1\n', 'extra'],
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
  ])('is refused with words when it has %s', (_what, text, words) => {
    const [read] = readRequestText(text);
    expect(read).toMatchObject({ ok: false });
    expect(read?.ok === false ? read.why.toLowerCase() : '').toContain(words);
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
    expect(written).toEqual({ path: folder, written: 4, leftAlone: ['older.request.yaml'] });
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
    expect(await readRequestFolder(folder)).toEqual([]);
  });
});
