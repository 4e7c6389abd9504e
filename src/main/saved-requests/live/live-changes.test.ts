import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  files,
  folders,
  handlersEach,
  OPEN_FAMILY,
  saved,
  setChosen,
  text,
  toSave,
} from './live-handlers.fixture';
import { editOutside, gitIn, live, name, savedRequest, writeOutside } from './testing-live';

handlersEach();

describe('changes to saved requests', () => {
  it('saving over a file changed since the request was opened is refused', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await folders.openLiveFolder.handle(undefined);
    const request = await toSave(one.id, { description: 'Mine' });
    await editOutside(live.root, 'Charge.request.yaml', (old) => old.replace('Charge', 'Theirs'));
    await folders.lookAtLiveFolder.handle({ id: null });
    const saving = saved.saveRequest.parse.parse({ request, withoutSecrets: false });
    await expect(saved.saveRequest.handle(saving)).rejects.toThrow('Changed on disk');
    expect(await text('Charge.request.yaml')).toContain('Theirs');
  });

  it('moving a request up changes one line in one file', async () => {
    const git = gitIn(live.root);
    git('init', '-q');
    const requests = [10, 20, 30].map((order) => savedRequest({ name: `At ${order}`, order }));
    for (const request of requests) await writeOutside(live.root, `${request.name}.request.yaml`, request);
    git('add', '.');
    git('commit', '-qm', 'one');
    await folders.openLiveFolder.handle(undefined);
    const [first, , third] = requests;
    const id = third?.id ?? '';
    const lines = await saved.placeSavedRequest.handle({ id, folder: name, before: first?.id ?? null });
    expect(lines.map((line) => line.name)).toEqual(['At 30', 'At 10', 'At 20']);
    expect(git('diff', '--numstat').trim()).toBe('1\t1\tAt 30.request.yaml');
  });

  it('undoing a deletion restores the exact file', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Cards/mine.request.yaml', one);
    await editOutside(live.root, 'Cards/mine.request.yaml', (old) => `# Ask Ada.\n${old}`);
    const before = await text('Cards/mine.request.yaml');
    await folders.openLiveFolder.handle(undefined);
    expect(await saved.deleteSavedRequests.handle({ ids: [one.id] })).toEqual([]);
    expect(await readdir(live.root)).toEqual([]);
    expect(await saved.undoDeleteSavedRequests.handle({ ids: [one.id] })).toHaveLength(1);
    expect(await files()).toEqual(['Cards/mine.request.yaml']);
    expect(await text('Cards/mine.request.yaml')).toBe(before);
  });

  it('a subfolder can be moved within, out of and into the folder', async () => {
    await writeOutside(live.root, 'Cards/Charge.request.yaml', savedRequest());
    await live.database.put(savedRequest({ folder: 'Mine', name: 'Refund' }));
    await folders.openLiveFolder.handle(undefined);
    await saved.moveSavedFolder.handle({ from: `${name}/Cards`, to: `${name}/Wallets/Cards` });
    expect(await files()).toEqual(['Wallets/Cards/Charge.request.yaml']);
    await saved.moveSavedFolder.handle({ from: 'Mine', to: `${name}/Mine` });
    expect(await files()).toEqual(['Mine/Refund.request.yaml', 'Wallets/Cards/Charge.request.yaml']);
    await saved.moveSavedFolder.handle({ from: `${name}/Wallets`, to: 'Ours' });
    expect(await files()).toEqual(['Mine/Refund.request.yaml']);
    expect((await live.database.all()).map(({ folder }) => folder)).toEqual(['Ours/Cards']);
  });

  it('importing files of requests on disk replaces them there', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Cards/Charge.request.yaml', one);
    await folders.openLiveFolder.handle(undefined);
    const sent = join(live.testing.folder, 'sent-by-mail');
    setChosen(sent);
    await mkdir(sent);
    await writeOutside(sent, 'Charge.request.yaml', { ...one, description: 'Newer' });
    expect(await saved.importRequests.handle({ from: 'folder', callId: 'import' })).toMatchObject({
      replaced: ['Charge'],
    });
    expect(await files()).toEqual(['Cards/Charge.request.yaml']);
    expect(await text('Cards/Charge.request.yaml')).toContain('Newer');
    expect(await live.database.all()).toEqual([]);
  });

  it('an import does not forget secrets of a folder on disk that goes away meanwhile', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await folders.openLiveFolder.handle(undefined);
    const opened = await toSave(one.id);
    const headers = [{ name: 'x-api-key', value: 'CANARY-SECRET', secret: true }];
    await saved.saveRequest.handle({
      request: { ...opened, request: { ...opened.request, headers } },
      withoutSecrets: false,
    });
    expect(live.keychain.size).toBe(1);
    const sent = join(live.testing.folder, 'sent-by-mail');
    setChosen(sent);
    await mkdir(sent);
    await writeOutside(sent, 'Refund.request.yaml', savedRequest({ name: 'Refund' }));
    const { database } = live;
    const putAll = database.putAll.bind(database);
    vi.spyOn(database, 'putAll').mockImplementationOnce(async (requests) => {
      await rename(live.root, `${live.root}-away`);
      await live.folders.look();
      await putAll(requests);
    });
    await saved.importRequests.handle({ from: 'folder', callId: 'import' });
    expect(live.keychain.size).toBe(1);
  });

  it('an entered secret is stored in the keychain, not in the file, and forgotten when the folder is closed', async () => {
    const request = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', {
      ...request,
      request: { ...request.request, headers: [{ name: 'x-api-key', value: '', secret: true }] },
    });
    const before = await text('Charge.request.yaml');
    const [opened] = (await folders.openLiveFolder.handle(undefined)) ?? [];
    const filled = await toSave(request.id);
    const headers = [{ name: 'x-api-key', value: 'CANARY-SECRET', secret: true }];
    await saved.saveRequest.handle({
      request: { ...filled, request: { ...filled.request, headers } },
      withoutSecrets: false,
    });
    expect(await text('Charge.request.yaml')).toBe(before);
    expect(live.keychain.size).toBe(1);
    expect(JSON.stringify(await saved.openSavedRequest.handle({ id: request.id }))).not.toContain('CANARY');
    await folders.closeLiveFolder.handle({ id: opened?.id ?? '' });
    expect(live.keychain.size).toBe(0);
    expect(await text('Charge.request.yaml')).toBe(before);
  });
});

it('a request on disk keeps the family of the draft that it was saved from, through a change of its file and a move', async () => {
  await folders.openLiveFolder.handle(undefined);
  const request = { ...savedRequest({ folder: name }), id: null, familyId: OPEN_FAMILY };
  const { id } = (await saved.saveRequest.handle({ request, withoutSecrets: false })).request;
  expect(await text('Charge.request.yaml')).not.toContain(OPEN_FAMILY);
  const again = await toSave(id, { description: 'changed' });
  await saved.saveRequest.handle({ request: again, withoutSecrets: false });
  await saved.placeSavedRequest.handle({ id, folder: `${name}/Deeper`, before: null });
  expect((await saved.openSavedRequest.handle({ id }))?.familyId).toBe(OPEN_FAMILY);
});
