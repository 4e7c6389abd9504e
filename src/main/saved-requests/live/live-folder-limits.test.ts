import { writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import { rowsOf } from '../content-rows';
import {
  asNobody,
  composed,
  editOutside,
  gitIn,
  live,
  liveEach,
  name,
  PERMISSIONS_HOLD,
  problemOf,
  savedRequest,
  writeOutside,
} from './testing-live';

const { open, state, look, text, known, files, restart } = liveEach();

describe('conflicts', () => {
  it('saving over a changed file is refused, and works once it is asked for again', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await open();
    const before = await known(one.id);
    await editOutside(live.root, 'Charge.request.yaml', (old) => old.replace('Charge', 'Theirs'));
    const mine = { ...before, description: 'Mine' };
    expect(await problemOf(live.store.put(mine))).toBe('request-changed-on-disk');
    expect(await text('Charge.request.yaml')).toContain('Theirs');
    const theirs = await known(one.id);
    expect(theirs.name).toBe('Theirs');
    await live.store.put({ ...mine, file: theirs.file });
    expect(await text('Charge.request.yaml')).toContain('Mine');
  });

  it('a request whose file was removed by a checkout is still known, and saving writes it again', async () => {
    const git = gitIn(live.root);
    git('init', '-q');
    await writeOutside(live.root, 'README.md', 'x');
    git('add', '.');
    git('commit', '-qm', 'empty');
    git('checkout', '-qb', 'other');
    const one = savedRequest();
    await writeOutside(live.root, 'Cards/Charge.request.yaml', one);
    git('add', '.');
    git('commit', '-qm', 'one');
    await open();
    const before = await known(one.id);
    git('checkout', '-q', '-');
    await look();
    expect(await live.store.all()).toEqual([]);
    expect(await known(one.id)).toMatchObject({ name: 'Charge', file: { gone: true } });
    git('checkout', '-q', 'other');
    await look();
    expect(await known(one.id)).toEqual(before);
    git('checkout', '-q', '-');
    await look();
    await live.store.put({ ...before, description: 'Mine' });
    expect(await files()).toEqual(['Cards/Charge.request.yaml']);
    expect(await known(one.id)).toMatchObject({ id: one.id, description: 'Mine', file: { gone: false } });
  });

  it('a request whose file now holds another request is saved to a new file', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await open();
    const other = savedRequest({ description: 'theirs' });
    await writeOutside(live.root, 'Charge.request.yaml', other);
    await look();
    await live.store.put(await known(one.id));
    expect(await files()).toEqual(['Charge 2.request.yaml', 'Charge.request.yaml']);
    expect(await known(other.id)).toMatchObject({ description: 'theirs' });
  });

  it('a file with the name of a new request is not overwritten', async () => {
    await open();
    await writeFile(join(live.root, 'Refund.request.yaml'), 'theirs');
    await writeFile(join(live.root, 'CHARGE.request.yaml'), 'theirs');
    await mkdir(join(live.root, 'Void.request.yaml'));
    await live.store.put(savedRequest({ folder: name, name: 'Void' }));
    await live.store.put(savedRequest({ folder: name, name: 'Refund' }));
    await live.store.put(savedRequest({ folder: name, name: 'Charge' }));
    expect(await files()).toEqual([
      'CHARGE.request.yaml',
      'Charge 2.request.yaml',
      'Refund 2.request.yaml',
      'Refund.request.yaml',
      'Void 2.request.yaml',
      'Void.request.yaml',
    ]);
    expect(await text('Refund.request.yaml')).toBe('theirs');
    expect(await text('CHARGE.request.yaml')).toBe('theirs');
  });
});

describe('secrets', () => {
  it('are not written to a file, stay on this computer, and survive a moved file and a restart', async () => {
    await open();
    const id = await live.references.store('CANARY-SECRET');
    const saved = await live.store.put(savedRequest({ folder: name, ...composed(secretReference(id)) }));
    const value = (request: SavedRequest) => rowsOf(request).find(({ secret }) => secret)?.value ?? '';
    const file = 'Charge.request.yaml';
    expect(await text(file)).not.toContain('CANARY');
    expect(await text(file)).not.toContain(id);
    await rename(join(live.root, file), join(live.root, 'x'));
    await look();
    await rename(join(live.root, 'x'), join(live.root, file));
    await live.folders.stop();
    restart();
    expect(value(await known(saved.id))).toBe(secretReference(id));
  });

  it('typed into a file are reported but not shown, and moved to the keychain by the next save', async () => {
    const one = savedRequest(composed(''));
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await editOutside(live.root, 'Charge.request.yaml', (old) =>
      old.replace('secret: true', 'secret: true\n      value: CANARY-TYPED'),
    );
    await open();
    expect(await text('Charge.request.yaml')).toContain('CANARY-TYPED');
    expect(JSON.stringify(await live.store.all())).not.toContain('CANARY');
    expect((await state()).remarks[0]?.sentences[0]).toContain('A secret is typed into the header');
    await live.store.put({ ...(await known(one.id)), name: 'Renamed' });
    expect(await text('Renamed.request.yaml')).not.toContain('CANARY');
    restart();
    const row = rowsOf(await known(one.id)).find(({ secret }) => secret);
    expect(await live.references.read(secretIdOf(row?.value ?? '') ?? '')).toBe('CANARY-TYPED');
  });
});

describe('what cannot be done is reported', () => {
  it('links are neither read nor written through', async () => {
    const outside = `${live.root}-outside`;
    await mkdir(outside);
    try {
      await writeOutside(outside, 'Secret.request.yaml', savedRequest({ name: 'Outside' }));
      await symlink(outside, join(live.root, 'Linked'));
      await symlink(join(outside, 'Secret.request.yaml'), join(live.root, 'One.request.yaml'));
      await open();
      expect(await live.store.all()).toEqual([]);
      expect((await state()).leftOut).toEqual(
        ['Linked', 'One.request.yaml'].map((path) => ({
          path,
          why: 'It is a link: links are not followed.',
        })),
      );
      expect(await problemOf(live.store.put(savedRequest({ folder: `${name}/Linked` })))).toBe(
        'request-file-refused',
      );
      expect(await readdir(outside)).toEqual(['Secret.request.yaml']);
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it('a request for a subfolder that cannot be entered is refused in words', async () => {
    await symlink('Loop', join(live.root, 'Loop'));
    await open();
    expect(await problemOf(live.store.put(savedRequest({ folder: `${name}/Loop` })))).toBe(
      'request-file-not-written',
    );
    expect(await files()).toEqual([]);
  });

  it('a collection of another tool is named by its first file, with how to import it', async () => {
    await writeOutside(live.root, 'orders/create.bru', 'meta {}');
    await writeOutside(live.root, 'orders/delete.bru', 'meta {}');
    await writeOutside(live.root, 'notes.txt', 'bru');
    await open();
    expect((await state()).leftOut).toEqual([
      { path: 'orders/create.bru', why: expect.stringContaining('“Import a folder…”') as string },
    ]);
  });

  it('a file that is too large, empty or of several requests, and an invalid folder name', async () => {
    await writeOutside(live.root, 'Large.request.yaml', 'x'.repeat(20_000_001));
    await writeOutside(live.root, 'Two.request.yaml', 'a: 1\n---\nb: 2\n');
    await writeOutside(live.root, 'Empty.request.yaml', '');
    await writeOutside(live.root, 'Many.request.yaml', '---\n'.repeat(50_000));
    await writeOutside(live.root, 'a:b/Charge.request.yaml', savedRequest());
    await open();
    expect((await state()).broken.map(({ file, why }) => [file, why.slice(0, 30)])).toEqual([
      ['Empty.request.yaml', 'It is empty.'],
      ['Large.request.yaml', 'It has 20000001 bytes; at most'],
      ['Many.request.yaml', 'It holds more than 10 requests'],
      ['Two.request.yaml', 'It holds 2 requests: each file'],
      ['a:b/Charge.request.yaml', 'A folder’s name has 1 to 80 ch'],
    ]);
  });

  it('of more files than a folder may have the rest is reported; a request that is among it says so, and is not written again beside its file', async () => {
    const one = savedRequest({ name: 'Last' });
    await writeOutside(live.root, 'Last.request.yaml', one);
    await open();
    const before = await known(one.id);
    for (let at = 0; at <= 5_000; at += 1) writeFileSync(join(live.root, `${at}.request.yaml`), '');
    await look();
    const why = 'Of a folder 5000 requests are read: the rest is left out.';
    const leftOut = ['999.request.yaml', 'Last.request.yaml'].map((path) => ({ path, why }));
    await vi.waitFor(async () => expect((await state()).leftOut).toEqual(leftOut));
    expect((await state()).broken).toHaveLength(5_000);
    expect(await problemOf(live.store.put({ ...before, description: 'Mine' }))).toBe(
      'request-file-unreadable',
    );
    for (let at = 0; at < 2; at += 1) await rm(join(live.root, `${at}.request.yaml`));
    await look();
    expect(await known(one.id)).toEqual(before);
  });

  it('two files whose names differ only in case are both shown', async () => {
    await writeOutside(live.root, 'charge.request.yaml', savedRequest());
    await writeOutside(live.root, 'Charge.request.yaml', savedRequest());
    await open();
    expect(await live.store.all()).toHaveLength(2);
    expect((await state()).remarks.map(({ sentences }) => sentences[0]?.slice(0, 46))).toEqual([
      'Another file has this name in other capitals, ',
      'Another file has this name in other capitals, ',
    ]);
  });

  it('a folder whose place is taken by a file is refused, and nothing is written', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await open();
    const before = await known(one.id);
    // Nobody, not even root, can write a file into a file.
    await writeFile(join(live.root, 'Cards'), 'a file');
    expect(await problemOf(live.store.put({ ...before, folder: `${name}/Cards` }))).toBe(
      'request-file-refused',
    );
    expect(await files()).toEqual(['Charge.request.yaml']);
    expect(await known(one.id)).toEqual(before);
  });

  it.skipIf(!PERMISSIONS_HOLD)('a file that cannot be written stays unchanged, and is reported', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await open();
    const before = await known(one.id);
    await chmod(dirname(live.root), 0o755);
    await chmod(live.root, 0o555);
    try {
      await asNobody(async () => {
        expect(await problemOf(live.store.put({ ...before, description: 'x' }))).toBe(
          'request-file-not-written',
        );
        expect(await problemOf(live.store.remove([one]))).toBe('request-file-not-written');
      });
    } finally {
      await chmod(live.root, 0o755);
    }
    expect(await known(one.id)).toEqual(before);
  });

  it('a request with a long name is saved under a shortened file name', async () => {
    await open();
    const long = '支付'.repeat(45);
    const { id } = await live.store.put(savedRequest({ folder: name, name: long }));
    expect(await known(id)).toMatchObject({ name: long });
  });

  it('keeps a file’s permissions, and gives a new file the usual ones', async () => {
    const one = savedRequest();
    await writeOutside(live.root, 'Charge.request.yaml', one);
    await chmod(join(live.root, 'Charge.request.yaml'), 0o640);
    await open();
    await live.store.put({ ...(await known(one.id)), description: 'x' });
    expect((await stat(join(live.root, 'Charge.request.yaml'))).mode & 0o777).toBe(0o640);
    await live.store.put(savedRequest({ folder: name, name: 'New' }));
    expect((await stat(join(live.root, 'New.request.yaml'))).mode & 0o777).toBe(0o666 & ~process.umask());
  });
});
