import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { live, liveEach, savedRequest, writeOutside } from './testing-live';

const CARD = '4111 1111 1111 1111';
const MASKED = '4111 11•• •••• 1111';

const { open, state, known, files, restart } = liveEach();

it('a card number in the name of a folder is masked in the folder on disk', async () => {
  await open();
  await live.store.put(savedRequest({ folder: `${basename(live.root)}/${CARD}` }));
  expect(await files()).toEqual([join(MASKED, 'Charge.request.yaml')]);
});

it('a folder on disk with a card number in its name is shown without it, and its files stay where they are', async () => {
  const one = savedRequest();
  await writeOutside(live.root, join(CARD, 'Charge.request.yaml'), one);
  await open();
  const before = await known(one.id);
  expect(before.folder).toBe(`${basename(live.root)}/${MASKED}`);
  expect((await state()).remarks.map(({ sentences }) => sentences)).toEqual([
    [expect.stringContaining('Card numbers in it are kept masked')],
  ]);
  await live.store.put({ ...before, description: 'Mine' });
  expect(await files()).toEqual([join(CARD, 'Charge.request.yaml')]);
  expect(await known(one.id)).toMatchObject({ folder: before.folder, description: 'Mine' });
});

it('an opened folder is called without the card number in its name, also if an older version kept it', async () => {
  const root = join(dirname(live.root), CARD);
  await rename(live.root, root);
  const one = savedRequest();
  await writeOutside(root, 'Charge.request.yaml', one);
  await live.folders.open(root, 'p', []);
  expect((await known(one.id)).folder).toBe(MASKED);
  await live.folders.stop();
  const kept = join(live.testing.folder, 'live-folders.json');
  await writeFile(kept, (await readFile(kept, 'utf8')).replaceAll(MASKED, CARD));
  restart();
  expect((await state()).name).toBe(MASKED);
  await live.store.put({ ...(await known(one.id)), description: 'Mine' });
  expect(await readFile(join(root, 'Charge.request.yaml'), 'utf8')).toContain('Mine');
});

it('a secret that the app knows is masked in the name of a new folder, and stays in that of an old one', async () => {
  live.references.learn('CANARY-TOKEN');
  const one = savedRequest();
  await writeOutside(live.root, join('CANARY-TOKEN', 'Charge.request.yaml'), one);
  await open();
  await live.store.put({ ...(await known(one.id)), description: 'Mine' });
  expect(await files()).toEqual([join('CANARY-TOKEN', 'Charge.request.yaml')]);
  await live.store.put({ ...(await known(one.id)), folder: `${basename(live.root)}/Old/CANARY-TOKEN` });
  expect(await files()).toEqual([join('Old', '••••••••', 'Charge.request.yaml')]);
});
