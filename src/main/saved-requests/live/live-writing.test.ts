import { link, mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerLive, type LiveQuestion } from './live-texts';
import {
  askedOf,
  editOutside,
  openTestingLive,
  problemOf,
  savedRequest,
  writeOutside,
  type TestingLive,
} from './testing-live';

let live: TestingLive;
/** What somebody else does between choosing a file's path and writing it. */
let meanwhile: ((question: LiveQuestion) => Promise<void>) | null = null;
beforeEach(async () => {
  meanwhile = null;
  live = await openTestingLive(undefined, undefined, async (question) => {
    const act = question.kind === 'read' ? null : meanwhile;
    if (act !== null) meanwhile = null;
    await act?.(question);
    return answerLive(question);
  });
});
afterEach(async () => {
  await live.remove();
});
const { open, state, look, text, known, files } = askedOf(() => live);
const folder = () => basename(live.root);
const FILE = 'Charge.request.yaml';

describe('files of others are not overwritten', () => {
  it('a file that appears in the place of a new one, which gets a number', async () => {
    await open();
    meanwhile = () => writeFile(join(live.root, FILE), 'theirs');
    await live.store.put(savedRequest({ folder: folder() }));
    expect(await text(FILE)).toBe('theirs');
    expect(await files()).toEqual(['Charge 2.request.yaml', FILE]);
  });

  it('a file that appears in the place of a moved one', async () => {
    const one = savedRequest();
    await writeOutside(live.root, FILE, one);
    await open();
    meanwhile = () => writeFile(join(live.root, 'Refund.request.yaml'), 'theirs');
    await live.store.put({ ...(await known(one.id)), name: 'Refund' });
    expect(await text('Refund.request.yaml')).toBe('theirs');
    expect(await files()).toEqual(['Refund 2.request.yaml', 'Refund.request.yaml']);
  });

  it('a file whose name differs only in case, if the disk allows both', async () => {
    const one = savedRequest();
    await writeOutside(live.root, FILE, one);
    await open();
    meanwhile = () => writeFile(join(live.root, 'CHARGE.request.yaml'), 'theirs');
    const saved = await problemOf(live.store.put({ ...(await known(one.id)), name: 'CHARGE' }));
    // On a disk where both names are one file, it was changed on disk.
    if (saved === 'request-changed-on-disk') return;
    expect(await text('CHARGE.request.yaml')).toBe('theirs');
    expect(await files()).toEqual(['CHARGE 2.request.yaml', 'CHARGE.request.yaml']);
  });

  it('a file changed while its new text is being made', async () => {
    const one = savedRequest();
    await writeOutside(live.root, FILE, one);
    await open();
    meanwhile = () => editOutside(live.root, FILE, (before) => `${before}# Theirs\n`);
    const saving = live.store.put({ ...(await known(one.id)), description: 'Mine' });
    expect(await problemOf(saving)).toBe('request-changed-on-disk');
    expect(await text(FILE)).toContain('# Theirs');
  });
});

describe('a partial file left by a killed save', () => {
  const OURS = `${FILE}.0b8e7d1c-1d62-4c3a-9a51-2f0d1c6b7a10.partial`;
  const old = new Date(Date.now() - 2 * 3_600_000);
  async function leave(name: string, time = old): Promise<void> {
    await writeFile(join(live.root, name), 'half');
    await utimes(join(live.root, name), time, time);
  }

  it('is removed when the folder is opened if it is old, by its exact name', async () => {
    await mkdir(join(live.root, 'Sub'));
    const stays = [
      ...['notes.partial', `notes.md.${OURS.slice(-44)}`, `${OURS}.bak`, `${FILE}.1.partial`],
      OURS.replace('0b8e', 'new1'),
    ];
    for (const name of [OURS, join('Sub', OURS), ...stays]) await leave(name);
    const recent = OURS.replace('0b8e', '1111');
    await leave(recent, new Date());
    const linked = OURS.replace('0b8e', '2222');
    await symlink(join(live.root, 'notes.partial'), join(live.root, linked));
    await mkdir(join(live.root, OURS.replace('0b8e', '3333')));
    await open();
    expect((await readdir(live.root)).sort()).toEqual(
      [...stays, recent, linked, OURS.replace('0b8e', '3333'), 'Sub'].sort(),
    );
    expect(await readdir(join(live.root, 'Sub'))).toEqual([]);
  });
});

describe('a folder replaced by another', () => {
  it('is not written to while it is empty, as when a drive was unmounted', async () => {
    const one = savedRequest();
    await writeOutside(live.root, FILE, one);
    await open();
    const before = await known(one.id);
    await rename(live.root, `${live.root}-away`);
    await mkdir(live.root);
    const saving = live.store.put({ ...before, description: 'Mine' });
    expect(await problemOf(saving)).toBe('live-folder-gone');
    expect(await readdir(live.root)).toEqual([]);
    expect((await state()).problem).toMatchObject({
      code: 'live-folder-gone',
      meaning: expect.stringContaining('Another folder') as unknown,
    });
    expect(await known(one.id)).toMatchObject({ file: { gone: true } });
    await rm(live.root, { recursive: true });
    await rename(`${live.root}-away`, live.root);
    await look();
    expect(await known(one.id)).toEqual(before);
    await live.store.put({ ...before, description: 'Mine' });
    expect(await text(FILE)).toContain('Mine');
  });

  it('is accepted if its requests are there, or if it was empty before', async () => {
    await open();
    await rename(live.root, `${live.root}-away`);
    await mkdir(live.root);
    const one = await live.store.put(savedRequest({ folder: folder() }));
    await rename(live.root, `${live.root}-again`);
    await mkdir(live.root);
    await link(join(`${live.root}-again`, FILE), join(live.root, FILE));
    await look();
    expect((await state()).problem).toBe(null);
    expect(await known(one.id)).toMatchObject({ file: { gone: false } });
  });

  it('is not written to after a restart if it was a mount and is none now', async () => {
    await open();
    const path = join(live.testing.folder, 'live-folders.json');
    const kept = await readFile(path, 'utf8');
    expect(kept).toContain('"isMount": false');
    await writeFile(path, kept.replace('"isMount": false', '"isMount": true'));
    await writeOutside(live.root, FILE, savedRequest());
    await live.folders.stop();
    live = live.restart();
    expect((await state()).problem?.code).toBe('live-folder-gone');
    expect(await live.store.all()).toEqual([]);
    const saving = live.store.put(savedRequest({ folder: folder() }));
    expect(await problemOf(saving)).toBe('live-folder-gone');
  });

  it('is not written to if it goes away during a save', async () => {
    await writeOutside(live.root, 'Other.request.yaml', savedRequest({ name: 'Other' }));
    await open();
    meanwhile = async () => {
      await rename(live.root, `${live.root}-away`);
      await mkdir(live.root);
    };
    const saving = live.store.put(savedRequest({ folder: `${folder()}/Sub` }));
    expect(await problemOf(saving)).toBe('live-folder-gone');
    expect(await readdir(live.root)).toEqual([]);
  });
});
