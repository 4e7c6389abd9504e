import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SavedRequestStore } from './saved-request-store';
import {
  chosenFolder,
  folder,
  handlers,
  openEach,
  references,
  request,
  save,
  savedText,
  setChosenFolder,
  testing,
} from './saved-requests.fixture';

openEach();

const CARD = '4111 1111 1111 1111';
const MASKED = '4111 11•• •••• 1111';
const all = () => new SavedRequestStore(testing.database).all();
const folders = async (): Promise<string[]> => (await all()).map((one) => one.folder);

it('a card number in the name of a folder is masked when a request is saved, which says so', async () => {
  const { notes } = await save(request({}, { folder: `Tests/${CARD}` }));
  expect(await folders()).toEqual([`Tests/${MASKED}`]);
  expect(notes).toEqual([expect.stringContaining('Card numbers in it are kept masked')]);
});

it.each<[string, (id: string) => unknown]>([
  [
    'dragged into it',
    (id) => {
      const { parse, handle } = handlers.placeSavedRequest;
      return handle(parse.parse({ id, folder: CARD, before: null }));
    },
  ],
  [
    'moved into it',
    (id) => {
      const { parse, handle } = handlers.moveSavedRequests;
      return handle(parse.parse({ places: [{ id, folder: CARD }] }));
    },
  ],
  [
    'in it when it is renamed',
    () => {
      const { parse, handle } = handlers.moveSavedFolder;
      return handle(parse.parse({ from: 'Cards', to: CARD }));
    },
  ],
])('a card number in the name of a folder is masked for a request that is %s', async (_how, move) => {
  const { request: saved } = await save(request());
  await move(saved.id);
  expect(await folders()).toEqual([MASKED]);
});

it('a folder that an older version kept with a card number is exported without it', async () => {
  const { request: saved } = await save(request());
  await new SavedRequestStore(testing.database).put({ ...saved, folder: CARD });
  setChosenFolder(join(folder, 'out'));
  await mkdir(chosenFolder);
  await handlers.exportRequestFolder.handle({ ids: [saved.id] });
  expect(await readdir(chosenFolder)).toEqual([MASKED]);
  await handlers.exportRequestFile.handle({ ids: [saved.id] });
  expect(savedText).toContain(`folder: ${MASKED}`);
});

it('an export, a report and a script hold no secret that the app knows, in the names of folders either', async () => {
  const { request: saved } = await save(request({}, { folder: 'For CANARY-TOKEN' }));
  references.learn('CANARY-TOKEN');
  setChosenFolder(join(folder, 'known'));
  await mkdir(chosenFolder);
  await handlers.exportRequestFolder.handle({ ids: [saved.id] });
  expect(await readdir(chosenFolder)).toEqual(['For ••••••••']);
  await handlers.saveRunReport.handle({
    text: '<testcase name="For CANARY-TOKEN/A"/>',
    suggestedName: 'a.xml',
  });
  expect(savedText).toBe('<testcase name="For ••••••••/A"/>');
  await handlers.exportK6Script.handle({ ids: [saved.id], title: 'For CANARY-TOKEN' });
  expect(savedText).toMatch(/^\/\/ For ••••••••: as /);
});

it('an export leaves no empty folder with a card number in its name, but one with other files', async () => {
  const { request: saved } = await save(request());
  await new SavedRequestStore(testing.database).put({ ...saved, folder: CARD });
  setChosenFolder(join(folder, 'again'));
  const byOlderVersion = async (): Promise<void> => {
    await mkdir(join(chosenFolder, CARD), { recursive: true });
    await rename(join(chosenFolder, MASKED), join(chosenFolder, CARD));
  };
  await mkdir(chosenFolder);
  await handlers.exportRequestFolder.handle({ ids: [saved.id] });
  await byOlderVersion();
  await handlers.exportRequestFolder.handle({ ids: [saved.id] });
  expect(await readdir(chosenFolder)).toEqual([MASKED]);
  await byOlderVersion();
  await writeFile(join(chosenFolder, CARD, 'README.md'), 'mine');
  await handlers.exportRequestFolder.handle({ ids: [saved.id] });
  expect((await readdir(chosenFolder)).sort()).toEqual([CARD, MASKED].sort());
});

it('a card number in the name of a folder is masked by an import', async () => {
  setChosenFolder(join(folder, 'in'));
  await mkdir(join(chosenFolder, CARD), { recursive: true });
  const { request: saved } = await save(request({}, { folder: 'Mine' }));
  await handlers.exportRequestFile.handle({ ids: [saved.id] });
  await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
  await writeFile(join(chosenFolder, CARD, 'One.request.yaml'), savedText ?? '');
  await handlers.importRequests.handle({ from: 'folder', callId: 'import' });
  expect(await folders()).toEqual([MASKED]);
});
