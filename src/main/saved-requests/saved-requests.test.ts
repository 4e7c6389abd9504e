import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem';
import { familyOfSaved } from '@shared/requests/saved-requests';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import {
  app,
  chosenFolder,
  firstValue,
  folder,
  handlers,
  kept,
  openEach,
  references,
  request,
  save,
  saveAgain,
  secretHeader,
  setChosenFolder,
  testing,
} from './saved-requests.fixture';

openEach();

describe('saving', () => {
  it('stores secrets in the keychain and references in the request', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY') }));
    const value = await firstValue(saved.id);
    expect(await references.read(secretIdOf(value) ?? '')).toBe('Bearer CANARY');
    expect(kept()).toHaveLength(1);
  });

  it('takes nothing back that is pressed while the keychain is asked: neither a move nor a deletion', async () => {
    const { request: saved } = await save(request());
    const { request: other } = await save(request({}, { name: 'Capture' }));
    const store = references.store.bind(references);
    let unlock: () => void = () => undefined;
    const unlocked = new Promise<void>((resolve) => (unlock = resolve));
    vi.spyOn(references, 'store').mockImplementation(async (value) => unlocked.then(() => store(value)));
    const answered = [
      save(request({ headers: secretHeader('Bearer CANARY') }, { id: saved.id })),
      save(request({ headers: secretHeader('Bearer OTHER') }, { id: other.id, name: 'Capture' })),
    ];
    await vi.waitFor(() => expect(references.store).toHaveBeenCalled());
    const later = [
      handlers.placeSavedRequest.handle({ id: saved.id, folder: 'Moved', before: null }),
      handlers.deleteSavedRequests.handle({ ids: [other.id] }),
    ];
    unlock();
    await Promise.all([...answered, ...later]);
    const lines = await handlers.listSavedRequests.handle(undefined);
    expect(lines.map(({ id, folder: at }) => [id, at])).toEqual([[saved.id, 'Moved']]);
    expect(await firstValue(saved.id)).not.toBe('');
  });

  it('treats a header as secret by its name, too', async () => {
    const header = { id: 'a', name: 'X-Api-Key', value: 'CANARY', secret: false, enabled: true };
    const { request: saved } = await save(request({ headers: [header] }));
    expect(await firstValue(saved.id)).not.toContain('CANARY');
  });

  it('keeps an unchanged secret, and forgets one that is no longer needed', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('first') }));
    const value = await firstValue(saved.id);
    await save({ ...request({ headers: secretHeader(value) }), id: saved.id, name: 'Another name' });
    expect(await firstValue(saved.id)).toBe(value);
    await save({ ...request({ headers: secretHeader('second') }), id: saved.id });
    expect(kept()).toHaveLength(1);
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    expect(kept()).toEqual([]);
  });

  it('keeps an unchanged secret even if the database does not show its request', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('first') }));
    const change = { ...request({ headers: secretHeader(await firstValue(saved.id)) }), id: saved.id };
    const query = testing.database.query.bind(testing.database);
    const asked = vi
      .spyOn(testing.database, 'query')
      .mockImplementation((statement, row) =>
        statement.sql.includes('WHERE') ? query(statement, row) : Promise.resolve([]),
      );
    await save({ ...change, name: 'Another name' });
    asked.mockRestore();
    expect(kept()).toHaveLength(1);
  });

  it('is not overwritten by undoing an earlier deletion', async () => {
    const { request: saved } = await save(request({}, { description: 'old' }));
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    await save(request({}, { id: saved.id, description: 'new' }));
    await handlers.undoDeleteSavedRequests.handle({ ids: [saved.id] });
    expect(await handlers.openSavedRequest.handle({ id: saved.id })).toMatchObject({ description: 'new' });
  });

  it('counts as typed by the person', async () => {
    const executed = vi.spyOn(testing.database, 'execute');
    await save(request({}));
    const writes = executed.mock.calls.filter(([{ sql }]) => sql.includes('INTO saved_requests'));
    expect(writes.map(([{ typed }]) => typed)).toEqual([true]);
  });

  it('can be repeated safely if the database process dies', async () => {
    const [executed, changed] = [
      vi.spyOn(testing.database, 'execute'),
      vi.spyOn(testing.database, 'transaction'),
    ];
    const { request: saved } = await save(request({}));
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    await handlers.undoDeleteSavedRequests.handle({ ids: [saved.id] });
    const writes = [...executed.mock.calls.flat(), ...changed.mock.calls.flat(2)];
    expect(writes.map(({ idempotent }) => idempotent)).toEqual([true, true, true]);
  });

  it('leaves no secret in the keychain if the request cannot be written', async () => {
    await testing.database.execute({
      sql: `CREATE TRIGGER full BEFORE INSERT ON saved_requests BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    });
    await expect(save(request({ headers: secretHeader('first') }))).rejects.toThrow('disk full');
    expect(kept()).toEqual([]);
  });

  it('gives a copy its own secrets, also from a request sent in this run', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('first') }));
    const { request: copy } = await save(request({ headers: secretHeader(await firstValue(saved.id)) }));
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    expect(await references.read(secretIdOf(await firstValue(copy.id)) ?? '')).toBe('first');
    const sentId = references.keep('sent before');
    const { request: third } = await save(request({ headers: secretHeader(secretReference(sentId)) }));
    expect(await references.read(secretIdOf(await firstValue(third.id)) ?? '')).toBe('sent before');
  });

  it('saves nothing if the keychain fails, or everything but the secrets with consent', async () => {
    const toSave = request({ headers: secretHeader('CANARY') });
    testing.keychain.trouble = 'locked';
    await expect(save(toSave)).rejects.toBeInstanceOf(ProblemError);
    expect(await handlers.listSavedRequests.handle(undefined)).toEqual([]);
    const { request: saved } = await save(toSave, true);
    expect(await firstValue(saved.id)).toBe('');
  });

  it('masks card numbers and says so', async () => {
    const { request: saved, notes } = await save(request({ body: '{"number":"4111111111111111"}' }));
    expect(JSON.stringify(saved)).not.toContain('4111111111111111');
    expect(JSON.stringify(saved)).toContain('411111');
    expect(notes).toHaveLength(1);
  });
});

describe('the family of a saved request', () => {
  const [DRAFT, OTHER] = ['fa000000-0000-4000-8000-000000000001', 'fa000000-0000-4000-8000-000000000002'];

  it('is that of the draft that it is saved from while a send of the draft is without an outcome, and stays', async () => {
    vi.spyOn(app.sender, 'openSends').mockResolvedValue({ families: [DRAFT], any: true });
    const { request: first } = await save(request({}, { familyId: DRAFT }));
    expect(familyOfSaved(first)).toBe(DRAFT);
    const { request: later } = await saveAgain(first.id, { description: 'changed', familyId: OTHER });
    expect(familyOfSaved(later)).toBe(DRAFT);
    await handlers.moveSavedFolder.handle({ from: 'Cards', to: 'Elsewhere' });
    expect((await handlers.openSavedRequest.handle({ id: first.id }))?.familyId).toBe(DRAFT);
  });

  it('is its own id if no send of the draft is without an outcome', async () => {
    const { request: saved } = await save(request({}, { familyId: DRAFT }));
    const opened = await handlers.openSavedRequest.handle({ id: saved.id });
    expect(opened && familyOfSaved(opened)).toBe(saved.id);
  });
});

describe('the list', () => {
  it('is sorted naturally, and follows moved folders', async () => {
    await save(request({}, { folder: 'B', name: 'Ten 10' }));
    await save(request({}, { folder: 'B', name: 'Ten 9' }));
    await save(request({}, { folder: 'B/C', name: 'x' }));
    await save(request({}, { folder: 'BC', name: 'x' }));
    const place = (lines: readonly { folder: string; name: string }[]): string[] =>
      lines.map(({ folder: where, name }) => `${where}/${name}`);
    expect(place(await handlers.listSavedRequests.handle(undefined))).toEqual([
      'B/Ten 9',
      'B/Ten 10',
      'B/C/x',
      'BC/x',
    ]);
    const moved = await handlers.listSavedRequests.handle(undefined);
    expect(place(await handlers.moveSavedFolder.handle({ from: 'B', to: 'Z/Y' }))).toEqual([
      'BC/x',
      'Z/Y/Ten 9',
      'Z/Y/Ten 10',
      'Z/Y/C/x',
    ]);
    // Back in their folders, in the same order; one that is gone stays gone.
    const back = ['B', 'B', 'B/C'].map((to, at) => ({ id: moved[at]?.id ?? '', folder: to }));
    const gone = { id: '00000000-0000-4000-8000-000000000009', folder: 'B' };
    expect(place(await handlers.moveSavedRequests.handle({ places: [...back, gone] }))).toEqual([
      'B/Ten 9',
      'B/Ten 10',
      'B/C/x',
      'BC/x',
    ]);
    await handlers.moveSavedFolder.handle({ from: 'B', to: 'Z/Y' });
    const deep = 'a/a/a/a/a/a/a/a';
    await expect(handlers.moveSavedFolder.handle({ from: 'Z/Y', to: deep })).rejects.toBeInstanceOf(
      ProblemError,
    );
  });
});

it('a folder with a name that is no longer allowed can be renamed', () => {
  const { parse } = handlers.moveSavedFolder;
  expect(parse.safeParse({ from: 'a\u202eb', to: 'b' }).success).toBe(true);
  expect(parse.safeParse({ from: 'b', to: 'a\u202eb' }).success).toBe(false);
});

describe('the order within a folder', () => {
  const names = (lines: readonly { name: string }[]): string => lines.map(({ name }) => name).join(' ');
  const list = async () => handlers.listSavedRequests.handle(undefined);

  it('is kept, also through files', async () => {
    const ids: Record<string, string> = {};
    for (const name of ['a', 'b', 'c', 'd']) ids[name] = (await save(request({}, { name }))).request.id;
    const { a = '', b = '', c = '', d = '' } = ids;
    const placed = { folder: 'Cards', id: d, before: b };
    expect(names(await handlers.placeSavedRequest.handle(placed))).toBe('a d b c');
    await handlers.placeSavedRequest.handle({ folder: 'Cards', id: a, before: null });
    expect(names(await list())).toBe('d b c a');
    // Saved again or under another name, it keeps its place; a new request is the last one.
    await save({ ...request({}, { name: 'z' }), id: d });
    await saveAgain(b, { name: 'y' });
    await save(request({}, { name: '0' }));
    expect(names(await list())).toBe('z y c a 0');
    setChosenFolder(join(folder, 'ordered'));
    await mkdir(chosenFolder);
    const all = (await list()).map(({ id }) => id);
    await handlers.exportRequestFolder.handle({ ids: all });
    await handlers.deleteSavedRequests.handle({ ids: all });
    await handlers.importRequests.handle({ from: 'folder', callId: 'import' });
    expect(names(await list())).toBe('z y c a 0');
    await handlers.placeSavedRequest.handle({ folder: 'Cards', id: c, before: d });
    expect(await handlers.importRequests.handle({ from: 'folder', callId: 'import' })).toMatchObject({
      replaced: ['c'],
    });
    expect(names(await list())).toBe('z y c a 0');
  });

  it('can place a request in another folder', async () => {
    const { request: moved } = await save(request({}, { name: 'a' }));
    const { request: there } = await save(request({}, { name: 'b', folder: 'Other' }));
    await handlers.placeSavedRequest.handle({ id: moved.id, folder: 'Other', before: there.id });
    expect((await list()).map(({ folder: where, name }) => `${where}/${name}`)).toEqual([
      'Other/a',
      'Other/b',
    ]);
    // A request that is saved into another folder has no place.
    await saveAgain(moved.id, { folder: 'Third' });
    expect((await handlers.openSavedRequest.handle({ id: moved.id }))?.order).toBe(0);
  });
});

describe('a deleted request', () => {
  it('is restored once, with its secret, place and example', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('CANARY-SECRET') }));
    const reference = secretIdOf(await firstValue(saved.id)) ?? '';
    await handlers.placeSavedRequest.handle({ id: saved.id, folder: 'Cards', before: null });
    const before = await handlers.openSavedRequest.handle({ id: saved.id });
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    expect(await references.read(reference)).toBeNull();
    const lines = await handlers.undoDeleteSavedRequests.handle({ ids: [saved.id] });
    expect(lines.map(({ id }) => id)).toEqual([saved.id]);
    const after = await handlers.openSavedRequest.handle({ id: saved.id });
    const id = secretIdOf(await firstValue(saved.id)) ?? '';
    expect(await references.read(id)).toBe('CANARY-SECRET');
    expect({ ...after, request: null }).toEqual({ ...before, request: null });
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    await handlers.undoDeleteSavedRequests.handle({ ids: [saved.id] });
    // A second undo takes back nothing of what was done to the request since.
    await saveAgain(saved.id, { name: 'Since' });
    const again = await handlers.undoDeleteSavedRequests.handle({ ids: [saved.id] });
    expect(again.map(({ name }) => name)).toEqual(['Since']);
  });

  it('can still be restored if the first attempt failed', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('CANARY-SECRET') }));
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    const undo = async () => handlers.undoDeleteSavedRequests.handle({ ids: [saved.id] });
    testing.keychain.trouble = 'locked';
    await expect(undo()).rejects.toMatchObject({ problem: { code: expect.stringContaining('keychain') } });
    testing.keychain.trouble = null;
    expect(await undo()).toHaveLength(1);
    const id = secretIdOf(await firstValue(saved.id)) ?? '';
    expect(await references.read(id)).toBe('CANARY-SECRET');
  });
});
