import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { fileSystemOf, FolderWatch, type WatchServices } from './folder-watch';
import { openTestingLive, savedRequest, writeOutside, type TestingLive } from './testing-live';

let live: TestingLive | null = null;
afterEach(async () => {
  await live?.remove();
  live = null;
});

function failing(code: string): WatchServices {
  const watch = (): never => {
    throw Object.assign(new Error(`${code}: watch`), { code });
  };
  return { watch, pollMs: 20 };
}

it.each([
  ['ENOSPC', 'this system watches no more folders (fs.inotify.max_user_watches)'],
  ['EMFILE', 'this system opens no more watchers'],
])('a folder that cannot be watched (%s) is polled, and says so', async (code, words) => {
  live = await openTestingLive(failing(code));
  const { root, folders, store, told } = live;
  await folders.open(root, 'p', []);
  expect((await folders.describe())[0]?.polled).toBe(words);
  const one = savedRequest();
  await writeOutside(root, 'New/Charge.request.yaml', one);
  await vi.waitFor(async () => expect(await store.all()).toHaveLength(1));
  await folders.stop();
  const before = told.length;
  await writeOutside(root, 'Other.request.yaml', savedRequest());
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(told.length).toBe(before);
});

it('a slow drive does not block the others: it is reported, and read once it answers', async () => {
  let slow = false;
  live = await openTestingLive(undefined, () => slow);
  const one = savedRequest();
  await writeOutside(live.root, 'Charge.request.yaml', one);
  await live.database.put(savedRequest({ name: 'Mine' }));
  await live.folders.open(live.root, 'p', []);
  await live.folders.stop();
  slow = true;
  live = live.restart();
  const { store, folders } = live;
  expect((await store.all()).map(({ name }) => name)).toEqual(['Mine']);
  expect((await folders.describe())[0]?.problem?.code).toBe('live-folder-slow');
  await expect(store.put(savedRequest({ folder: 'team' }))).rejects.toThrow('still being read');
  slow = false;
  await vi.waitFor(async () => expect(await store.find(one.id)).not.toBeNull());
  await vi.waitFor(() => expect(live?.told.at(-1)?.[0]?.problem).toBeNull());
});

it('each subfolder has one watcher, which ends with it or when the folder is closed', async () => {
  const open = new Set<string>();
  const services: WatchServices = {
    pollMs: 20,
    watch: (path) => {
      open.add(path);
      return { on: () => undefined as never, close: () => void open.delete(path) };
    },
  };
  live = await openTestingLive(services);
  const { root, folders } = live;
  for (let at = 0; at < 30; at += 1) await writeOutside(root, `A/${at}.request.yaml`, savedRequest());
  await mkdir(join(root, 'B'));
  await mkdir(join(root, '.git'));
  await folders.open(root, 'p', []);
  expect([...open].sort()).toEqual([root, join(root, 'A'), join(root, 'B')]);
  await rm(join(root, 'B'), { recursive: true });
  await folders.look();
  expect([...open].sort()).toEqual([root, join(root, 'A')]);
  await folders.close((await folders.describe())[0]?.id ?? '');
  expect([...open]).toEqual([]);
});

it.each([
  ['a folder', 'Cards'],
  ['the folder that is open', ''],
])('%s is watched again if another took its place between two looks', async (_what, place) => {
  live = await openTestingLive();
  const { root, folders, store } = live;
  const file = 'Cards/Visa/Charge.request.yaml';
  const names = async () => (await store.all()).map(({ name }) => name);
  await writeOutside(root, file, savedRequest());
  await folders.open(root, 'p', []);
  await folders.look();
  const text = await readFile(join(root, file), 'utf8');
  const taken = join(root, place);
  await rename(taken, `${root}-away`);
  await writeOutside(root, file, text.replace('Charge', 'Another'));
  await vi.waitFor(async () => expect(await names()).toEqual(['Another']));
  await folders.look();
  await writeOutside(root, file, text.replace('Charge', 'Changed'));
  await vi.waitFor(async () => expect(await names()).toEqual(['Changed']));
});

it('a watched folder that goes away does not start polling, another watcher error does', () => {
  const listeners = new Map<string, (error: Error) => void>();
  let events = 0;
  const watch = new FolderWatch('/r', () => (events += 1), {
    pollMs: 60_000,
    watch: (path) => ({
      on: ((_event: string, listener: (error: Error) => void) => listeners.set(path, listener)) as never,
      close: () => undefined,
    }),
  });
  watch.follow(['', 'a', 'b']);
  const before = events;
  listeners.get(join('/r', 'a'))?.(Object.assign(new Error('gone'), { code: 'EPERM' }));
  expect([watch.polled, events]).toEqual([null, before + 1]);
  listeners.get(join('/r', 'b'))?.(Object.assign(new Error('out of them'), { code: 'EMFILE' }));
  expect(watch.polled).toBe('this system opens no more watchers');
  watch.close();
});

it('recognises a network file system by its mount', () => {
  const mounts = [
    '25 1 0:22 / / rw - ext4 /dev/sda1 rw',
    '26 25 0:23 / /mnt/team\\040share rw,relatime shared:1 - cifs //server/share rw',
    '27 25 0:24 / /mnt/team rw - nfs4 server:/team rw',
  ].join('\n');
  expect(fileSystemOf('/home/a', mounts)).toBe('ext4');
  expect(fileSystemOf('/mnt/team share/requests', mounts)).toBe('cifs');
  expect(fileSystemOf('/mnt/team', mounts)).toBe('nfs4');
  expect(fileSystemOf('/mnt/teams', mounts)).toBe('ext4');
});
