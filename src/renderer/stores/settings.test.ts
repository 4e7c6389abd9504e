import { flushPromises } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '@shared/app/settings';
import type { SettingsState } from '@shared/bridge/settings';
import { succeed, type Result } from '@shared/problem';
import { useSettingsStore } from './settings';

afterEach(() => vi.unstubAllGlobals());

const stateOf = (settings: Settings): SettingsState => ({
  settings,
  notice: null,
  detail: null,
  folders: { data: '/data', logs: '/logs' },
});

it('accepts the next change after a bridge call that failed', async () => {
  const editSettings = vi.fn(async ({ settings }: { settings: Settings }) => succeed(stateOf(settings)));
  editSettings.mockRejectedValueOnce(new Error('gone'));
  vi.stubGlobal('explorer', { editSettings });
  setActivePinia(createPinia());
  const store = useSettingsStore();
  store.state = stateOf(DEFAULT_SETTINGS);
  const lost = store.change(() => ({ appearance: 'dark' }));
  const next = store.change(() => ({ logLevel: 'debug' }));
  await expect(lost).rejects.toThrow('gone');
  await next;
  expect(store.state.settings).toEqual({ ...DEFAULT_SETTINGS, logLevel: 'debug' });
});

it('keeps both changes when the second is made before main has answered the first, even if both are history limits', async () => {
  const answers: (() => void)[] = [];
  vi.stubGlobal('explorer', {
    editSettings: ({ settings }: { settings: Settings }) =>
      new Promise<Result<SettingsState>>((resolve) =>
        answers.push(() => resolve(succeed(stateOf(settings)))),
      ),
  });
  setActivePinia(createPinia());
  const store = useSettingsStore();
  store.state = stateOf(DEFAULT_SETTINGS);
  void store.change(() => ({ appearance: 'dark' }));
  void store.change(({ history }) => ({ history: { ...history, mostDays: 30 } }));
  void store.change(({ history }) => ({ history: { ...history, mostEntries: 5 } }));
  for (let turn = 0; turn < 3; turn += 1) {
    await flushPromises();
    answers.shift()?.();
  }
  await flushPromises();
  expect(store.state.settings).toEqual({
    ...DEFAULT_SETTINGS,
    appearance: 'dark',
    history: { ...DEFAULT_SETTINGS.history, mostDays: 30, mostEntries: 5 },
  });
});
