import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { buyersRequest, sessionRequest } from '@shared/requests/reading-requests';
import type { Comparison, Expectation, SavedExample, SavedRequest } from '@shared/requests/saved-requests';
import { secretReference } from '@shared/secrets/secret-reference';
import { emptyDraft } from '@shared/vault-forward/draft';
import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { METHOD_1 } from '@shared/vault-forward/drafts.fixture';
import { testingProfile } from '@shared/testing/testing-profile';
import { useTestingDatabase } from '../testing/use-testing-database';
import { importFound } from './import-requests';
import { askHere } from './live/testing-live';
import { readRequestFolder, writeRequestFolder } from './request-folder';
import { SavedRequestStore } from './saved-request-store';
import { testingFolder } from '../testing/testing-folder';

const COUNT = 200;
const folder = testingFolder();
const testing = useTestingDatabase();
let store: SavedRequestStore;
const secrets = new Map<string, string>();

beforeEach(async () => {
  store = new SavedRequestStore(testing.database);
});

const git = (...given: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'core.quotePath=off', ...given],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
const take = async () =>
  importFound(await readRequestFolder(folder), testingProfile({}), {
    store,
    references: {
      store: async (value) => {
        const id = randomUUID();
        secrets.set(id, value);
        return id;
      },
      read: async (id) => secrets.get(id) ?? null,
      known: async () => [],
      forget: async (id) => {
        secrets.delete(id);
        return { done: true };
      },
    },
  });
async function files(): Promise<string[]> {
  const all = await readdir(folder, { recursive: true });
  return all.filter((name) => name.endsWith('.request.yaml')).sort();
}
async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(join(folder, file), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(join(folder, file), after);
}

/** Requests of every kind, the same on each run. */
function generated(): SavedRequest[] {
  const word = fc.stringMatching(/^[A-Za-zäß€ .,:#'"{}[\]|>&*!%@\\/-]{1,24}$/);
  const text = fc.oneof(
    word,
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('', 'null', '1e3', 'a\n\n b', '\r\n', '- x'),
  );
  const folderName = fc.constantFrom('', 'Cards', 'Cards/3-D Secure', 'Réfunds', 'A/B/C/D');
  const comparison: fc.Arbitrary<Comparison> = fc.oneof(
    word.map((text) => ({ how: 'contains' as const, text })),
    fc.constantFrom<Comparison>(
      { how: 'exists' },
      { how: 'missing' },
      { how: 'matches', pattern: '^ch_[a-z]{2,9}$' },
      { how: 'kept', as: 'order_id' },
    ),
  );
  const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value));
  const path = fc.constantFrom('$', '$.a', "$['a b'][0]", '$..[?@.a == "x"]');
  const expectation: fc.Arbitrary<Expectation> = fc.oneof(
    fc.integer({ min: 100, max: 599 }).map((status) => ({ kind: 'status' as const, status })),
    fc.integer({ min: 1, max: 60_000 }).map((withinMs) => ({ kind: 'time' as const, withinMs })),
    fc
      .tuple(
        path,
        fc.oneof(
          comparison,
          json.map((value) => ({ how: 'equals' as const, value })),
        ),
      )
      .map(([at, is]) => ({ kind: 'json-path' as const, path: at, is })),
    fc
      .tuple(fc.constantFrom('x-id', 'Content-Type'), comparison)
      .map(([name, is]) => ({ kind: 'header' as const, name, is })),
  );
  const example: fc.Arbitrary<SavedExample> = fc.record({
    status: fc.constantFrom(200, 404),
    statusText: fc.constantFrom('OK', ''),
    contentType: fc.option(fc.constant('application/json')),
    body: fc.option(text),
    answeredAt: fc.constant('2026-11-22T10:00:00.000Z'),
  });
  const header = fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('accept', 'x-note', 'x-trace'),
    value: word,
    secret: fc.constant(false),
    enabled: fc.boolean(),
  });
  const secret = fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('authorization', 'x-api-key'),
    value: fc.constant(''),
    secret: fc.constant(true),
    enabled: fc.boolean(),
  });
  const draft = fc
    .record({
      headers: fc.array(fc.oneof(header, secret), { maxLength: 4 }),
      serviceHeaders: fc.array(header, { maxLength: 1 }),
      authentications: fc.array(fc.record({ id: fc.constant(METHOD_1), name: word }), { maxLength: 1 }),
      body: fc.oneof(text, fc.json({ maxDepth: 3 }), fc.constant('{\n  "number": "{{CARD_NUMBER_1}}"\n}\n')),
    })
    .map((fields) => ({
      ...emptyDraft(),
      destinationUrl: 'https://psp.example/charges',
      paymentMethods: [METHOD_1],
      ...fields,
    }));
  const content = fc.oneof(
    draft.map((one) => ({ request: requestOfDraft(one), form: formOfDraft(one) })),
    fc.uuid().map((id) => ({ request: sessionRequest(id), form: null })),
    fc.array(fc.tuple(word, fc.option(text, { nil: null })), { maxLength: 3 }).map((query) => ({
      request: { ...buyersRequest({ limit: 20, cursor: null, parameters: [] }), query },
      form: null,
    })),
  );
  const saved = fc
    .record({
      folder: folderName,
      name: word.map((name) => name.trim()).filter((name) => name !== ''),
      description: text,
      content,
      expectations: fc.array(expectation, { maxLength: 4 }),
      order: fc.constantFrom(0, 0, 10, 20),
      example: fc.option(example, { freq: 4 }),
    })
    .map(({ content: { request, form }, ...rest }) => ({ ...rest, request, form }));
  return fc.sample(saved, { numRuns: COUNT, seed: 16 }).map((one, at) => ({
    ...one,
    id: `5e550000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    profileId: 'sandbox',
  }));
}

/** Saves the generated requests, with their secrets in the keychain. */
async function keep(): Promise<SavedRequest[]> {
  secrets.clear();
  const requests = generated().map((one) => ({
    ...one,
    request: {
      ...one.request,
      headers: one.request.headers.map((header) => {
        if (!header.secret) return header;
        const id = randomUUID();
        secrets.set(id, `CANARY ${one.id}`);
        return { ...header, value: secretReference(id) };
      }),
    },
  }));
  await store.putAll(requests);
  return store.all();
}

/** The request without what files do not hold: the profile, secrets, and the order of rows of different fields. */
function comparable(saved: SavedRequest): unknown {
  const headers = saved.request.headers.map((one) => ({ ...one, value: one.secret ? '' : one.value }));
  const rows = [...(saved.form?.switchedOff ?? [])].sort((one, other) =>
    one.field.localeCompare(other.field),
  );
  return {
    ...saved,
    profileId: '',
    request: { ...saved.request, headers },
    form: saved.form && { ...saved.form, switchedOff: rows },
  };
}
async function byId(): Promise<Map<string, SavedRequest>> {
  return new Map((await store.all()).map((one) => [one.id, one]));
}

it('200 requests of every kind are written to a folder without secrets, and read back the same', async () => {
  const before = await keep();
  expect(before).toHaveLength(COUNT);
  expect(secrets.size).toBeGreaterThan(20);
  expect(await writeRequestFolder(before, folder, askHere)).toMatchObject({ written: COUNT, leftAlone: [] });
  for (const file of await files())
    expect(await readFile(join(folder, file), 'utf8')).not.toMatch(/CANARY|kept-secret/);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  expect(await take()).toMatchObject({ added: [], replaced: [], unchanged: COUNT, refused: [], notes: [] });
  await writeRequestFolder(await store.all(), folder, askHere);
  expect(git('status', '--porcelain')).toBe('');
  await store.remove(before);
  expect((await take()).added).toHaveLength(COUNT);
  expect((await store.all()).map(comparable)).toEqual(before.map(comparable));
}, 120_000);

it('requests edited, renamed and moved by hand are neither lost nor duplicated, and a diff shows only the changes', async () => {
  const before = await keep();
  await writeRequestFolder(before, folder, askHere);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');

  // Changed by hand: three lines in three files, the names of five files, and the folder of five.
  const all = await files();
  const texts = new Map(
    await Promise.all(all.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)),
  );
  const withStatus = all.filter((file) => /\n {2}- status: \d+\n/.test(texts.get(file) ?? ''));
  const [first = '', second = '', third = ''] = withStatus;
  await edit(first, (text) => text.replace(/- status: \d+/, '- status: 418'));
  await edit(second, (text) => text.replace(/\nname: .*\n/, '\nname: Edited by hand\n'));
  await edit(third, (text) =>
    text.replace(/(\n {2}- status: \d+\n)/, '$1  - header: x-added\n    exists: true\n'),
  );
  const edited = new Set([first, second, third]);
  const others = all.filter((file) => !edited.has(file));
  const renamed = others
    .slice(0, 5)
    .map((file, at) => [file, join(dirname(file), `By hand ${at}.request.yaml`)] as const);
  const moved = others.slice(5, 10).map((file, at) => [file, join('Moved', `${at}.request.yaml`)] as const);
  await mkdir(join(folder, 'Moved'));
  for (const [from, to] of [...renamed, ...moved]) await rename(join(folder, from), join(folder, to));
  const idOf = (file: string): string => /^id: (\S+)$/m.exec(texts.get(file) ?? '')?.[1] ?? '';

  const took = await take();
  expect(took).toMatchObject({ added: [], unchanged: COUNT - 8, refused: [], notes: [] });
  expect(took.replaced).toHaveLength(8);
  const after = await byId();
  expect(after.size).toBe(COUNT);
  const movedIds = new Set(moved.map(([file]) => idOf(file)));
  for (const one of before) {
    const now = after.get(one.id);
    if (movedIds.has(one.id)) expect(now).toEqual({ ...one, folder: 'Moved' });
    else if (one.id === idOf(second)) expect(now).toEqual({ ...one, name: 'Edited by hand' });
    else if (one.id === idOf(first))
      expect(now?.expectations).toContainEqual({ kind: 'status', status: 418 });
    else if (one.id === idOf(third)) expect(now?.expectations).toHaveLength(one.expectations.length + 1);
    else expect(now).toEqual(one);
  }

  // The app writes into the files under their present names, and adds nothing to what was done by hand.
  git('add', '-A');
  const byHand = git('diff', '--cached', '--find-renames', '--stat');
  await writeRequestFolder([...after.values()], folder, askHere);
  git('add', '-A');
  expect(git('diff', '--cached', '--find-renames', '--stat')).toBe(byHand);
  expect(byHand).toContain('13 files changed, 4 insertions(+), 2 deletions(-)');
  expect(
    git('diff', '--cached', '--find-renames', '--unified=0')
      .split('\n')
      .filter((line) => /^[-+](?![-+])/.test(line))
      .sort(),
  ).toEqual(
    [
      '+  - header: x-added',
      '+    exists: true',
      '+  - status: 418',
      '+name: Edited by hand',
      expect.stringMatching(/^- {2}- status: \d+$/),
      expect.stringMatching(/^-name: /),
    ].sort((one, other) => (String(one) < String(other) ? -1 : 1)),
  );
  expect(await files()).toHaveLength(COUNT);
  expect(await take()).toMatchObject({ added: [], replaced: [], unchanged: COUNT, refused: [] });
}, 120_000);

it('a name or folder changed in the app moves the file, and two may swap names', async () => {
  const [one, two, three] = generated().slice(0, 3);
  if (!one || !two || !three) throw new Error('nothing was generated');
  const a = { ...one, folder: '', name: 'A' };
  const b = { ...two, folder: '', name: 'B' };
  await writeFile(join(folder, 'B 2.request.yaml'), 'mine: not theirs\n');
  await writeRequestFolder([a, b, { ...three, folder: '', name: 'C' }], folder, askHere);
  const now = [
    { ...a, name: 'B' },
    { ...b, name: 'A' },
    { ...three, folder: 'Other', name: 'C' },
  ];
  expect(await writeRequestFolder(now, folder, askHere)).toMatchObject({
    written: 3,
    leftAlone: ['B 2.request.yaml'],
  });
  expect(await files()).toEqual([
    'A.request.yaml',
    'B 2.request.yaml',
    'B.request.yaml',
    'Other/C.request.yaml',
  ]);
  await store.putAll(now);
  expect(await take()).toMatchObject({ added: [], replaced: [], unchanged: 3 });
  expect(await readFile(join(folder, 'B 2.request.yaml'), 'utf8')).toBe('mine: not theirs\n');
});
