import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '@shared/app/settings';
import { succeed } from '@shared/problem';
import { useNoticesStore } from './notices';
import { useProfilesStore } from './profiles';
import { useSettingsStore } from './settings';
import { useDatabaseStore } from './database';

beforeEach(() => setActivePinia(createPinia()));

const words = (): string[] => useNoticesStore().notices.map((notice) => notice.words);

it('says that the history is only in memory, until it can be stored', async () => {
  const storage = useDatabaseStore();
  expect(words()).toEqual([]);
  storage.state = { kind: 'session-only', reason: 'locked', detail: 'raw', showsKept: false };
  expect(words()).toEqual([
    'The keychain is locked: history, saved requests and drafts of this run are lost when the app is closed. Unlock it, then try again.',
  ]);
  // One line only, as the keychain's own text adds nothing.
  expect(useNoticesStore().notices[0]?.detail).toBeNull();
  vi.stubGlobal('explorer', {
    retryStorage: async () => ({ ok: true, value: { kind: 'open', notice: null } }),
  });
  await useNoticesStore().notices[0]?.remedy?.run();
  expect(words()).toEqual([]);
  vi.unstubAllGlobals();
});

it('says if only the database file cannot be written', () => {
  useDatabaseStore().state = { kind: 'session-only', reason: 'disk', detail: 'raw', showsKept: true };
  expect(words()).toEqual([
    'The database file cannot be written: what is new or changed in history, saved requests and drafts is lost when the app is closed. Make sure that the disk has room and that the data folder can be written, then try again.',
  ]);
});

it('says that the keychain process crashed, and what to try', () => {
  const detail = 'The process that asks the keychain ended by SIGSEGV (signal 11).';
  useDatabaseStore().state = { kind: 'session-only', reason: 'crashed', detail, showsKept: false };
  expect(words()).toEqual([
    expect.stringMatching(
      /asks the keychain crashed.* install the app again .*ended by SIGSEGV \(signal 11\)\.$/,
    ),
  ]);
  expect(useNoticesStore().notices[0]?.remedy?.label).toBe('Try again');
});

it('says that the window was restarted, until dismissed', async () => {
  vi.stubGlobal('explorer', { on: () => () => undefined });
  const store = useNoticesStore();
  await store.start(Promise.resolve(succeed('oom')));
  expect(store.notices).toMatchObject([{ id: 'crash', detail: 'reason: oom' }]);
  const [notice] = store.notices;
  if (notice) store.dismiss(notice);
  expect(words()).toEqual([]);
  vi.unstubAllGlobals();
});

it('says that a part of the window could not be loaded', async () => {
  vi.stubGlobal('explorer', { on: () => () => undefined });
  const store = useNoticesStore();
  await store.start(Promise.resolve(succeed(null)));
  const payload = new Error('Failed to fetch BuyersView.js');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  expect(store.notices).toMatchObject([{ id: 'missing', detail: 'Failed to fetch BuyersView.js' }]);
  expect(words()).toEqual([expect.stringMatching(/^A part of the window .* restart the app\.$/)]);
  vi.unstubAllGlobals();
});

it('keeps a dismissed notice away, but not another from the same source', () => {
  const profiles = useProfilesStore();
  const store = useNoticesStore();
  const dismissFirst = (): void => {
    const [first] = store.notices;
    if (first) store.dismiss(first);
  };
  profiles.notice = 'The file was set aside as A.';
  dismissFirst();
  expect(words()).toEqual([]);
  profiles.notice = 'The file was set aside as B.';
  expect(words()).toEqual(['The file was set aside as B.']);
  profiles.problem = { code: 'x', title: 'No', meaning: 'Because.', nextStep: 'Try.', detail: 'raw' };
  expect(store.notices[0]).toMatchObject({ tone: 'error', words: 'No. Because. Try.', detail: 'raw' });
  dismissFirst();
  expect(profiles.problem).toBeNull();
});

it('announces a newer version, with a link to it', async () => {
  let tell: (state: unknown) => void = () => undefined;
  const opened: string[] = [];
  vi.stubGlobal('explorer', {
    on: (name: string, listener: (state: unknown) => void) => name === 'updatesChanged' && (tell = listener),
    openExternalLink: async ({ url }: { url: string }) => ({ ok: true, value: opened.push(url) > 0 }),
  });
  await useNoticesStore().start(Promise.resolve(succeed(null)));
  const newer = { version: '1.4.0', released: '2026-12-01', page: 'https://releases.example/' };
  const state = { host: 'releases.example', daily: true };
  tell({ ...state, lastAnswer: { at: '2026-12-02T08:00:00.000Z', newer: null } });
  expect(words()).toEqual([]);
  tell({ ...state, lastAnswer: { at: '2026-12-02T08:00:00.000Z', newer } });
  expect(words()).toEqual(['Version 1.4.0 of this app is available.']);
  await useNoticesStore().notices[0]?.remedy?.run();
  expect(opened).toEqual([newer.page]);
  vi.unstubAllGlobals();
});

it('says in words why the settings are not saved, and gives the raw error as detail', () => {
  const notice = 'The settings could not be saved (the disk is full).';
  const detail = 'ENOSPC: no space left on device, write';
  const folders = { data: '/data', logs: '/logs' };
  useSettingsStore().state = { settings: DEFAULT_SETTINGS, notice, detail, folders };
  expect(useNoticesStore().notices).toMatchObject([{ id: 'settings', words: notice, detail }]);
});

it('names a file that was set aside, and gives its path as detail', () => {
  const notice = 'It was set aside as a.damaged.db.';
  useDatabaseStore().state = { kind: 'open', notice, places: '/home/someone/a.damaged.db' };
  expect(useNoticesStore().notices).toMatchObject([{ words: notice, detail: '/home/someone/a.damaged.db' }]);
});

it('says what was lost before it says that the Local sandbox has another address', () => {
  useProfilesStore().notice = 'The Local sandbox has a different address this time.';
  useDatabaseStore().state = { kind: 'session-only', reason: 'locked', detail: '', showsKept: false };
  expect(useNoticesStore().notices.map(({ id }) => id)).toEqual(['storage', 'profiles']);
});
