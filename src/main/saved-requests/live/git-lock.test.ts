import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  gitIn,
  live,
  liveEach,
  openTestingLive,
  problemOf,
  savedRequest,
  writeOutside,
} from './testing-live';

const FILE = 'Charge.request.yaml';
const one = savedRequest();
const { open, text, known, files } = liveEach();
beforeEach(async () => {
  await writeOutside(live.root, FILE, one);
});
const mine = async () => ({ ...(await known(one.id)), description: 'Mine' });

it('a save that began while git was at work does not write over what git brought', async () => {
  const lock = join(live.root, '.git', 'index.lock');
  await mkdir(dirname(lock));
  await open();
  const asked = await mine();
  await writeFile(lock, '');
  const saving = problemOf(live.store.put(asked));
  await writeOutside(live.root, FILE, savedRequest({ ...one, description: 'Theirs' }));
  await rm(lock);
  expect(await saving).toBe('request-changed-on-disk');
  expect(await text(FILE)).toContain('Theirs');
});

it('a save that begins while git is at work waits for it, and is then carried out', async () => {
  const lock = join(live.root, '.git', 'index.lock');
  await mkdir(dirname(lock));
  await open();
  const asked = await mine();
  const elsewhere = await openTestingLive();
  await elsewhere.folders.open(elsewhere.root, 'p', []);
  await writeFile(lock, '');
  let isOver = false;
  const saving = live.store.put(asked).finally(() => (isOver = true));
  // Each takes as long as a save that does not wait.
  for (const name of ['First', 'Second'])
    await elsewhere.store.put(savedRequest({ name, folder: basename(elsewhere.root) }));
  expect(isOver).toBe(false);
  await rm(lock);
  await saving;
  expect(await text(FILE)).toContain('Mine');
  await elsewhere.remove();
});

it.each([
  ['in the folder', '.git'],
  ['around it', join('..', '.git')],
])(
  'while git holds the lock of a repository %s, nothing is written, and the reason is said',
  async (_where, git) => {
    const lock = join(live.root, git, 'index.lock');
    await mkdir(dirname(lock));
    await open();
    const asked = await mine();
    const before = await text(FILE);
    await writeFile(lock, '');
    expect(await problemOf(live.store.put(asked))).toBe('live-folder-changed-by-git');
    expect(await text(FILE)).toBe(before);
    expect(await files()).toEqual([FILE]);
    await rm(lock);
    await live.store.put(asked);
    expect(await text(FILE)).toContain('Mine');
  },
);

it('the lock of a worktree is the one that counts in it', async () => {
  const git = gitIn(live.root);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  const tree = join(dirname(live.root), 'tree');
  git('worktree', 'add', '-q', tree);
  await live.folders.open(tree, 'p', []);
  const asked = await mine();
  const lock = gitIn(tree)('rev-parse', '--git-path', 'index.lock').trim();
  await writeFile(lock, '');
  expect(await problemOf(live.store.put(asked))).toBe('live-folder-changed-by-git');
  await rm(lock);
  await live.store.put(asked);
  expect(await readFile(join(tree, FILE), 'utf8')).toContain('Mine');
  expect(basename(tree)).toBe((await known(one.id)).folder);
});

it.skipIf(process.platform === 'win32')(
  'a pipe or an endless file in the place of .git is not read',
  async () => {
    const git = join(live.root, '.git');
    await open();
    execFileSync('mkfifo', [git]);
    await live.store.put(await mine());
    expect(await text(FILE)).toContain('Mine');
    await rm(git);
    await symlink('/dev/zero', git);
    await live.store.put({ ...(await known(one.id)), description: 'Mine, too' });
    expect(await text(FILE)).toContain('Mine, too');
  },
);

it('a file .git leads to no other computer: merely looking there would sign in to it', async () => {
  const elsewhere = join(dirname(live.root), 'elsewhere');
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, 'index.lock'), '');
  // Two slashes at the beginning: on Windows, the name of a server follows.
  await writeFile(join(live.root, '.git'), `gitdir: /${elsewhere.replaceAll('\\', '/')}\n`);
  await open();
  await live.store.put(await mine());
  expect(await text(FILE)).toContain('Mine');
});
