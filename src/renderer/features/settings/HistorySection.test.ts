import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import type { SettingsState } from '@shared/bridge/settings';
import { DEFAULT_SETTINGS, type Settings } from '@shared/app/settings';
import type { DatabaseState } from '@shared/app/database-state';
import { succeed, type Result } from '@shared/problem';
import { useDatabaseStore } from '@renderer/stores/database';
import { useSettingsStore } from '@renderer/stores/settings';
import HistorySection from './HistorySection.vue';

afterEach(() => vi.unstubAllGlobals());

it('says where the history is stored, and offers to try again if it is kept only in memory', async () => {
  const retryStorage = vi.fn(() => Promise.resolve(succeed<DatabaseState>({ kind: 'open', notice: null })));
  const measureHistory = vi.fn(() => Promise.resolve(succeed({ entries: 0, bytes: 0 })));
  vi.stubGlobal('explorer', { measureHistory, retryStorage });
  setActivePinia(createPinia());
  useDatabaseStore().state = { kind: 'session-only', reason: 'locked', detail: '', showsKept: false };
  const shown = mount(HistorySection);
  await flushPromises();
  const hint = shown.get('#clear-profile-hint');
  expect(hint.text()).toBe('0 requests, 0 B, in memory until the app ends.');
  const again = shown.findAll('button').find((button) => button.text() === 'Try again');
  await again?.trigger('click');
  await flushPromises();
  expect(retryStorage).toHaveBeenCalledOnce();
  expect(hint.text()).toBe('0 requests, 0 B, in an encrypted database on this computer.');
  expect(shown.text()).not.toContain('Try again');
});

it('keeps what is typed into one limit while another is saved, and saves both', async () => {
  const stateOf = (settings: Settings): SettingsState => ({
    settings,
    notice: null,
    detail: null,
    folders: { data: '/data', logs: '/logs' },
  });
  const answers: (() => void)[] = [];
  vi.stubGlobal('explorer', {
    measureHistory: vi.fn(() => Promise.resolve(succeed({ entries: 0, bytes: 0 }))),
    editSettings: vi.fn(
      ({ settings }: { settings: Settings }) =>
        new Promise<Result<SettingsState>>((resolve) =>
          answers.push(() => resolve(succeed(stateOf(settings)))),
        ),
    ),
  });
  setActivePinia(createPinia());
  const settings = useSettingsStore();
  settings.state = stateOf(DEFAULT_SETTINGS);
  const shown = mount(HistorySection);
  // The line that says how much is kept reserves its space before that is known.
  const hint = shown.get('#clear-profile-hint');
  expect(hint.text()).toBe('In an encrypted database on this computer.');
  await flushPromises();
  expect(hint.text()).toBe('0 requests, 0 B, in an encrypted database on this computer.');
  const most = shown.get<HTMLInputElement>('#keep-entries');
  await shown.get('#keep-days').setValue('30');
  await flushPromises();
  most.element.value = '5000';
  answers.shift()?.();
  await flushPromises();
  expect(settings.state.settings.history.mostDays).toBe(30);
  expect(most.element.value).toBe('5000');
  await most.trigger('change');
  await flushPromises();
  answers.shift()?.();
  await flushPromises();
  expect(settings.state.settings.history).toMatchObject({ mostDays: 30, mostEntries: 5000 });
});

it('describes each limit by what is wrong with it, as long as that is in its field', async () => {
  vi.stubGlobal('explorer', {
    measureHistory: vi.fn(() => Promise.resolve(succeed({ entries: 0, bytes: 0 }))),
    editSettings: () => new Promise(() => undefined),
  });
  setActivePinia(createPinia());
  useSettingsStore().state = {
    ...{ settings: DEFAULT_SETTINGS, notice: null, detail: null },
    folders: { data: '/data', logs: '/logs' },
  };
  const shown = mount(HistorySection);
  await flushPromises();
  const most = shown.get<HTMLInputElement>('#keep-entries');
  const why = (): string | null => {
    const found = shown.find(`#${most.attributes('aria-describedby')}`);
    return found.exists() ? found.text() : null;
  };
  most.element.setCustomValidity('Too many');
  await most.setValue('2000000');
  expect(why()).toBe('Too many');
  await shown.get('#keep-days').setValue('30');
  await flushPromises();
  expect(why()).toBe('Too many');
  most.element.setCustomValidity('');
  await most.setValue('2000');
  expect(why()).toBeNull();
});
