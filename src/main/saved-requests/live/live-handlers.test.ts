import { readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { BUILT_IN_PROFILE_IDS } from '@shared/profiles/profile';
import { sessionRequest } from '@shared/requests/reading-requests';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { withoutIds } from '@shared/testing/without-ids';
import { files, folders, handlersEach, saved, setChosen, text, toSave } from './live-handlers.fixture';
import { live, name, savedRequest, writeOutside } from './testing-live';

handlersEach();

describe('the security code of a test card', () => {
  const CODE = { ...sessionRequest('5e550000-0000-4000-8000-000000000001'), body: '{"cvv":"987"}' };
  const mine = (folder: string, changes: Partial<SavedRequest> = {}): SavedRequest =>
    savedRequest({ folder, profileId: BUILT_IN_PROFILE_IDS.local, request: CODE, ...changes });

  it.each<[string, (id: string) => unknown]>([
    ['dragged', (id) => saved.placeSavedRequest.handle({ id, folder: name, before: null })],
    ['moved with its folder', () => saved.moveSavedFolder.handle({ from: 'mine', to: name })],
  ])('is masked in the file of a request that is %s into a folder on disk', async (_how, move) => {
    await folders.openLiveFolder.handle(undefined);
    const { id } = await live.store.put(mine('mine'));
    await move(id);
    expect(await files()).toEqual(['Charge.request.yaml']);
    expect(await text('Charge.request.yaml')).toContain('{"cvv":"•••"}');
    expect((await saved.openSavedRequest.handle({ id }))?.request.body).toBe('{"cvv":"•••"}');
  });

  it('is masked in the file of a request that is saved there, and the person is told', async () => {
    await folders.openLiveFolder.handle(undefined);
    const request = { ...mine(name), id: null };
    const { notes } = await saved.saveRequest.handle({ request, withoutSecrets: false });
    expect(await text('Charge.request.yaml')).not.toContain('987');
    expect(notes).toEqual([expect.stringContaining('security code')]);
  });

  it('is masked in a file that somebody wrote it into once the app writes that file, wherever it stands', async () => {
    const answer = { status: 200, statusText: 'OK', contentType: 'application/json' };
    const example = { ...answer, body: '{"cvv":"987"}', answeredAt: '2026-11-22T10:00:00.000Z' };
    const request = { ...CODE, query: [['cvv', '987']] as const };
    const one = mine('', { request, example });
    await writeOutside(live.root, 'Charge.request.yaml', one);
    expect((await text('Charge.request.yaml')).match(/987/g)).toHaveLength(3);
    await live.folders.open(live.root, BUILT_IN_PROFILE_IDS.local, []);
    await live.store.put({ ...((await live.store.find(one.id)) ?? one), name: 'Refund' });
    expect(withoutIds(await text('Refund.request.yaml'))).not.toContain('987');
  });
});

describe('a token or another secret of the app', () => {
  const TOKEN = 'eyCANARY.abc/def+1';
  const body = JSON.stringify({ token: TOKEN, url: `/a?t=${encodeURIComponent(TOKEN)}` });
  const pasted = (folder: string): SavedRequest =>
    savedRequest({
      folder,
      description: `Try it with ${TOKEN}`,
      request: { ...sessionRequest('5e550000-0000-4000-8000-000000000001'), query: [['t', TOKEN]], body },
    });
  beforeEach(async () => {
    live.references.learn(TOKEN);
    live.references.learn('Bearer ${destinationKey}');
    await folders.openLiveFolder.handle(undefined);
  });

  it('is masked in the file of a request that is saved there, and the person is told', async () => {
    const request = { ...pasted(name), id: null };
    const { notes, request: kept } = await saved.saveRequest.handle({ request, withoutSecrets: false });
    expect(await text('Charge.request.yaml')).not.toContain('CANARY');
    expect(notes).toEqual([expect.stringMatching(/^A token or another secret of the app stands in it/)]);
    expect(kept.request.body).toBe('{"token":"••••••••","url":"/a?t=••••••••"}');
    const [opened] = await live.folders.describe();
    expect(JSON.stringify(opened)).toContain('A secret stands as ••••••••');
  });

  it('is masked in the file of a request that is moved there, and stays in the encrypted database', async () => {
    const { id } = await live.store.put(pasted('mine'));
    expect((await live.store.find(id))?.request.body).toBe(body);
    await saved.moveSavedFolder.handle({ from: 'mine', to: name });
    expect(await text('Charge.request.yaml')).not.toContain('CANARY');
  });

  it('is not taken for a variable that stands for it', async () => {
    const request = savedRequest({ folder: name, description: 'Needs ${destinationKey}' });
    const { notes } = await saved.saveRequest.handle({
      request: { ...request, id: null },
      withoutSecrets: false,
    });
    expect(notes).toEqual([]);
    expect(await text('Charge.request.yaml')).toContain('Needs ${destinationKey}');
  });
});

it('a card number in a name is masked in the name of its file too, however the request gets there', async () => {
  await folders.openLiveFolder.handle(undefined);
  const withCard = 'Charge 4111 1111 1111 1111';
  const [one, other] = [savedRequest(), savedRequest({ name: withCard })];
  await writeOutside(live.root, 'Charge.request.yaml', one);
  await live.folders.look();
  await live.database.put(other);
  await live.store.put({ ...((await live.store.find(one.id)) ?? one), name: withCard });
  await saved.placeSavedRequest.handle({ id: other.id, folder: name, before: null });
  expect(await files()).toHaveLength(2);
  expect((await files()).join()).not.toContain('1111 1111');
  // It is saved again under that name, and not under another one each time.
  const before = await files();
  await saved.saveRequest.handle({
    request: await toSave(one.id, { description: 'Mine' }),
    withoutSecrets: false,
  });
  expect(await files()).toEqual(before);
});

describe('a compromised page', () => {
  it('cannot name a folder to open', async () => {
    expect(folders.openLiveFolder.parse.safeParse({ path: '/' }).success).toBe(false);
    setChosen(null);
    expect(await folders.openLiveFolder.handle(undefined)).toBeNull();
    expect(await folders.describeLiveFolders.handle(undefined)).toEqual([]);
  });

  it('cannot write outside the folder, whatever folder, name and file it sends', async () => {
    const around = dirname(live.root);
    const before = await readdir(around);
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await folders.openLiveFolder.handle(undefined);
    const evil = `../${name}-evil.request.yaml`;
    for (const folder of [`${name}/..`, `${name}/../..`, `${name}/a\\..\\..`, `${name}//x`]) {
      const request = await toSave(one.id, { folder });
      expect(saved.saveRequest.parse.safeParse({ request, withoutSecrets: false }).success).toBe(false);
    }
    const file = { path: evil, revision: 'x', asked: 'x', gone: true };
    const names = ['../evil', '..', 'a/b', 'con', evil];
    for (const given of names) {
      const request = { ...(await toSave(one.id, { name: given })), id: null, file };
      await saved.saveRequest.handle({ request, withoutSecrets: false });
    }
    // A request whose file is gone is written where it was, not where the page says.
    await rename(join(live.root, 'Charge.request.yaml'), join(live.root, 'away'));
    await folders.lookAtLiveFolder.handle({ id: null });
    await saved.saveRequest.handle({ request: await toSave(one.id, { file }), withoutSecrets: false });
    expect(await files()).toContain('Charge.request.yaml');
    // A request that was deleted comes back where it was.
    await saved.deleteSavedRequests.handle({ ids: [one.id] });
    await saved.undoDeleteSavedRequests.handle({ ids: [one.id] });
    expect(await files()).toHaveLength(names.length + 1);
    expect(await readdir(around)).toEqual(before);
  });

  it('cannot move the whole folder into the database', async () => {
    await writeOutside(live.root, 'Charge.request.yaml', savedRequest());
    await folders.openLiveFolder.handle(undefined);
    await expect(saved.moveSavedFolder.handle({ from: name, to: 'Mine' })).rejects.toThrow();
    expect(await files()).toEqual(['Charge.request.yaml']);
  });
});
