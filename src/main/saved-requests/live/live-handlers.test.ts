import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveFolderRequests } from '@shared/bridge/live-folders';
import type { SavedRequestRequests } from '@shared/bridge/saved-requests';
import { BUILT_IN_PROFILE_IDS } from '@shared/profiles/profile';
import { sessionRequest } from '@shared/requests/reading-requests';
import type { RequestToSave, SavedRequest } from '@shared/requests/saved-requests';
import { testingProfile } from '@shared/testing/testing-profile';
import { withoutIds } from '@shared/testing/without-ids';
import type { BridgeHandlers } from '../../bridge/bridge-handler';
import { RunningCalls } from '../../calls/running-calls';
import { savedRequestHandlers } from '../saved-request-handlers';
import { liveFolderHandlers } from './live-folder-handlers';
import {
  askHere,
  editOutside,
  gitIn,
  openTestingLive,
  savedRequest,
  writeOutside,
  type TestingLive,
} from './testing-live';
import { readSource } from '../read-source';

/** A family with a send without an outcome. */
const OPEN_FAMILY = 'fa000000-0000-4000-8000-000000000001';

let live: TestingLive;
let name: string;
let saved: BridgeHandlers<SavedRequestRequests>;
let folders: BridgeHandlers<LiveFolderRequests>;
let chosen: string | null;
beforeEach(async () => {
  live = await openTestingLive();
  name = basename(live.root);
  chosen = live.root;
  const parts = {
    store: live.store,
    references: live.references,
    activeProfile: () => Promise.resolve(testingProfile({})),
    wasOnlyLocal: async () => true,
    files: {
      choosePath: async () => null,
      choosePathToSave: async () => null,
      chooseFolder: async () => chosen,
      openText: async () => null,
      saveText: async () => null,
    },
  };
  saved = savedRequestHandlers({
    ...parts,
    calls: new RunningCalls(),
    // Nothing is sent in these tests.
    sender: {
      plan: () => Promise.reject(new Error('planned')),
      agree: () => Promise.reject(new Error('asked')),
      agreeStill: () => Promise.reject(new Error('asked')),
      send: () => Promise.reject(new Error('sent')),
      oncePerClick: () => Promise.reject(new Error('clicked')),
      isUnkept: () => false,
      openSends: () => Promise.resolve({ families: [OPEN_FAMILY], any: true }),
    },
    sandboxDestination: async () => null,
    report: (_where, error) => expect.unreachable(String(error)),
    askLive: askHere,
    readSource: async (source) => readSource(source),
    tellProgress: () => undefined,
    tellRun: () => undefined,
  });
  folders = liveFolderHandlers({ ...parts, liveFolders: live.folders });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await live.remove();
});

const text = (file: string) => readFile(join(live.root, file), 'utf8');
const files = async () =>
  (await readdir(live.root, { recursive: true })).filter((file) => file.endsWith('.yaml')).sort();
async function toSave(id: string, changes: Partial<RequestToSave> = {}): Promise<RequestToSave> {
  const found = await saved.openSavedRequest.handle({ id });
  if (found === null) throw new Error('It is not there.');
  return { ...found, ...changes };
}

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
    chosen = null;
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
    chosen = join(live.testing.folder, 'sent-by-mail');
    await mkdir(chosen);
    await writeOutside(chosen, 'Charge.request.yaml', { ...one, description: 'Newer' });
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
    chosen = join(live.testing.folder, 'sent-by-mail');
    await mkdir(chosen);
    await writeOutside(chosen, 'Refund.request.yaml', savedRequest({ name: 'Refund' }));
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
