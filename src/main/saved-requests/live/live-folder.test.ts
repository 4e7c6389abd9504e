import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { secretReference } from '@shared/secrets/secret-reference';
import { rowsOf } from '../content-rows';
import {
  composed,
  editOutside,
  gitIn,
  live,
  liveEach,
  name,
  problemOf,
  savedRequest,
  writeOutside,
} from './testing-live';

const { open, state, look, text, known, files, restart } = liveEach();

describe('a folder on disk stores the requests of a folder', () => {
  it('its requests are listed with the others, and each change changes one file', async () => {
    const git = gitIn(live.root);
    git('init', '-q');
    const one = savedRequest();
    await writeOutside(live.root, 'Cards/Charge.request.yaml', one);
    await writeOutside(live.root, 'Cards/Other.request.yaml', savedRequest({ name: 'Other' }));
    git('add', '.');
    git('commit', '-qm', 'one');
    await live.database.put(savedRequest({ name: 'Mine' }));
    await open();
    expect((await live.store.all()).map((request) => [request.folder, request.name])).toEqual([
      ['', 'Mine'],
      [`${name}/Cards`, 'Charge'],
      [`${name}/Cards`, 'Other'],
    ]);

    const found = await known(one.id);
    await live.store.put({ ...found, description: 'New', expectations: [{ kind: 'status', status: 200 }] });
    expect(git('diff', '--numstat').trim()).toBe('3\t0\tCards/Charge.request.yaml');
    expect(git('diff')).toContain('+description: New');

    // A new request, a move and a removal.
    const added = await live.store.put({ ...savedRequest({ folder: name, name: 'Refund' }), id: null });
    expect(await files()).toContain('Refund.request.yaml');
    await live.store.put({ ...(await known(one.id)), folder: `${name}/Wallets` });
    await live.store.remove([added]);
    expect(await files()).toEqual(['Cards/Other.request.yaml', 'Wallets/Charge.request.yaml']);
    expect(await known(one.id)).toMatchObject({ id: one.id, folder: `${name}/Wallets` });
  });

  it('a request moves from the database to disk and back, with its id and secret', async () => {
    await open();
    const reference = await live.references.store('CANARY-SECRET');
    const mine = savedRequest({ name: 'Mine', ...composed(secretReference(reference)) });
    const rows = rowsOf(mine).filter(({ secret }) => secret);
    expect(rows.length).toBe(1);
    await live.database.put(mine);
    await live.store.put({ ...mine, folder: name });
    expect(await live.database.all()).toEqual([]);
    expect(await text('Mine.request.yaml')).not.toContain(reference);
    expect(rowsOf(await known(mine.id))).toEqual(rowsOf(mine));
    await live.store.put({ ...(await known(mine.id)), folder: 'Back' });
    expect(await files()).toEqual([]);
    expect(rowsOf(await known(mine.id))).toEqual(rowsOf(mine));
    expect((await live.database.all()).map(({ id, folder }) => [id, folder])).toEqual([[mine.id, 'Back']]);
  });

  it('it is there after a restart, and closing it keeps its files', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await open();
    await live.folders.stop();
    restart();
    expect(await known(one.id)).toMatchObject({ folder: name });
    const before = await text('Charge.request.yaml');
    await live.folders.close((await state()).id);
    expect(await live.store.all()).toEqual([]);
    expect(await text('Charge.request.yaml')).toBe(before);
    restart();
    expect(await live.folders.describe()).toEqual([]);
  });

  it('it is reported as gone, loses nothing, and is there again when it comes back', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await open();
    await rename(live.root, `${live.root}-away`);
    await look();
    expect(await state()).toMatchObject({ problem: { code: 'live-folder-gone' } });
    expect(await known(one.id)).toMatchObject({ name: 'Charge', file: { gone: true } });
    expect(await problemOf(live.store.put(savedRequest({ folder: name })))).toBe('live-folder-gone');
    restart();
    expect(await state()).toMatchObject({ problem: { code: 'live-folder-gone' } });
    await rename(`${live.root}-away`, live.root);
    await look();
    expect(await state()).toMatchObject({ problem: null });
    expect(await known(one.id)).toMatchObject({ file: { gone: false } });
  });

  it('it is not opened twice, nor inside another', async () => {
    await mkdir(join(live.root, 'Cards'));
    await open();
    expect(await problemOf(open())).toBe('live-folder-not-opened');
    expect(await problemOf(live.folders.open(join(live.root, 'Cards'), 'p', []))).toBe(
      'live-folder-not-opened',
    );
  });
});

describe('changes from outside', () => {
  it('are noticed, and a checkout of 200 files is announced a few times at most', async () => {
    const git = gitIn(live.root);
    git('init', '-q');
    const requests = Array.from({ length: 200 }, (_, at) => savedRequest({ name: `Request ${at}` }));
    for (const request of requests) await writeOutside(live.root, `A/${request.name}.request.yaml`, request);
    git('add', '.');
    git('commit', '-qm', 'one');
    git('checkout', '-qb', 'other');
    for (const request of requests)
      await writeOutside(live.root, `A/${request.name}.request.yaml`, { ...request, description: 'Other' });
    git('commit', '-qam', 'two');
    await open();
    // What changed before the watchers were there leads to one look.
    await new Promise((resolve) => setTimeout(resolve, 600));
    const before = live.told.length;
    git('checkout', '-q', '-');
    await vi.waitFor(
      async () => expect((await live.store.all()).every(({ description }) => description === '')).toBe(true),
      { timeout: 20_000, interval: 50 },
    );
    expect(live.told.length - before).toBeLessThanOrEqual(5);
    expect(new Set((await live.store.all()).map(({ id }) => id))).toEqual(
      new Set(requests.map(({ id }) => id)),
    );
  });

  it('are noticed in a new subfolder', async () => {
    await open();
    await new Promise((resolve) => setTimeout(resolve, 400));
    const one = savedRequest();
    await writeOutside(live.root, 'New/Deep/Charge.request.yaml', one);
    await vi.waitFor(async () => expect(await live.store.find(one.id)).not.toBeNull(), { timeout: 20_000 });
    await editOutside(live.root, 'New/Deep/Charge.request.yaml', (old) => old.replace('Charge', 'Later'));
    await vi.waitFor(async () => expect(await known(one.id)).toMatchObject({ name: 'Later' }), {
      timeout: 20_000,
    });
  });

  it('a renamed file keeps its request', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await open();
    await mkdir(join(live.root, 'Elsewhere'));
    await rename(join(live.root, 'Charge.request.yaml'), join(live.root, 'Elsewhere/c.request.yaml'));
    await look();
    expect((await live.store.all()).map(({ id, folder }) => [id, folder])).toEqual([
      [one.id, `${name}/Elsewhere`],
    ]);
    // The request keeps that file while it has its name and folder.
    await live.store.put({ ...(await known(one.id)), description: 'New' });
    expect(await files()).toEqual(['Elsewhere/c.request.yaml']);
  });

  it('a duplicate id is reported at the copy, both are shown, and a new id changes one line', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await open();
    await writeOutside(live.root, 'A copy.request.yaml', `# mine\n${await text('Charge.request.yaml')}`);
    await look();
    expect(await live.store.all()).toHaveLength(2);
    const [remark] = (await state()).remarks;
    expect(remark).toMatchObject({ file: 'A copy.request.yaml', needsId: true });
    expect(remark?.sentences[0]).toContain('the ID of Charge.request.yaml: it is a copy');
    expect(remark?.requestId).not.toBe(one.id);
    const before = await text('A copy.request.yaml');
    const holder = (await live.folders.all())[0];
    await holder?.giveId(remark?.requestId ?? '');
    expect((await state()).remarks).toEqual([]);
    const lines = (await text('A copy.request.yaml')).split('\n');
    expect(lines.filter((line, at) => line !== before.split('\n')[at])).toEqual([
      `id: ${remark?.requestId ?? ''}`,
    ]);
    expect((await live.store.all()).map(({ id }) => id).sort()).toEqual([one.id, remark?.requestId].sort());
  });

  it('the file that had the id first keeps it, even if the copy has the request’s name', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Mine.request.yaml', one);
    await open();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await look();
    expect((await known(one.id)).file?.path).toBe('Mine.request.yaml');
    expect((await state()).remarks.map(({ file }) => file)).toEqual(['Charge.request.yaml']);
  });

  it('of two files with one id from the start, the one with the request’s name keeps it', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge copy.request.yaml', one);
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await open();
    expect((await known(one.id)).file?.path).toBe('Charge.request.yaml');
  });

  it('a missing id is reported, and can be added', async () => {
    await writeOutside(live.root, 'Charge.request.yaml', savedRequest());
    await editOutside(live.root, 'Charge.request.yaml', (old) => old.replace(/^id: .*\n/m, ''));
    await open();
    const [only] = await live.store.all();
    const [remark] = (await state()).remarks;
    expect(remark).toMatchObject({ requestId: only?.id, needsId: true });
    expect(remark?.sentences[0]).toContain('no ID');
    await (await live.folders.all())[0]?.giveId(only?.id ?? '');
    expect(await text('Charge.request.yaml')).toContain(`id: ${only?.id ?? ''}`);
    expect((await state()).remarks).toEqual([]);
  });

  it('an id of a saved request elsewhere stays in the file, and both are shown', async () => {
    const one = savedRequest();
    await live.database.put(one);
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await open();
    expect(new Set((await live.store.all()).map(({ id }) => id)).size).toBe(2);
    const inFolder = (await live.store.all()).find(({ folder }) => folder === name);
    await live.store.put({ ...(await known(inFolder?.id ?? '')), description: 'New' });
    expect(await text('Charge.request.yaml')).toContain(`id: ${one.id}`);
    expect(await text('Charge.request.yaml')).toContain('New');
    expect((await live.database.find(one.id))?.description).toBe('');
  });

  it('an unreadable file is reported with its line, and is not overwritten', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Cards/Charge.request.yaml', one);
    await open();
    const before = await known(one.id);
    await editOutside(live.root, 'Cards/Charge.request.yaml', (old) =>
      old.replace(/operation: .*/, 'operation: 7'),
    );
    await look();
    const [broken] = (await state()).broken;
    expect(broken).toMatchObject({ file: 'Cards/Charge.request.yaml', folder: `${name}/Cards` });
    expect(broken?.why).toMatch(/^Line 5: .*operation/);
    const onDisk = await text('Cards/Charge.request.yaml');
    expect(await problemOf(live.store.put({ ...before, name: 'Mine' }))).toBe('request-file-unreadable');
    expect(await problemOf(live.store.put(await known(one.id)))).toBe('request-file-unreadable');
    expect(await files()).toEqual(['Cards/Charge.request.yaml']);
    expect(await text('Cards/Charge.request.yaml')).toBe(onDisk);
    // A git conflict is not YAML at all.
    await writeOutside(
      live.root,
      'Cards/Charge.request.yaml',
      `<<<<<<< HEAD\nname: a\n=======\nname: b\n>>>>>>> x\n`,
    );
    await look();
    expect((await state()).broken[0]?.why).toMatch(/^Lines 1 to \d+ are a merge conflict/);
  });
});
