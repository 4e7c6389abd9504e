import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { defineComponent, h, KeepAlive, ref } from 'vue';
import { DEFAULT_SETTINGS } from '@shared/app/settings';
import { succeed } from '@shared/problem';
import { useDatabaseStore } from '@renderer/stores/database';
import { useSettingsStore } from '@renderer/stores/settings';
import { useStatusStore } from '@renderer/stores/status';
import { useHistoryStore } from './history-store';
import { useKeptStatus } from './use-kept-status';

afterEach(() => vi.unstubAllGlobals());

const Screen = defineComponent({ setup: () => (useKeptStatus(), () => h('p')) });

it('shows how much is kept and for how long on the History screen only, and measures again after changes but not after a search', async () => {
  let entries = 1_284;
  const measureHistory = vi.fn(() => Promise.resolve(succeed({ entries, bytes: 14_000_000 })));
  vi.stubGlobal('explorer', { on: () => undefined, measureHistory });
  setActivePinia(createPinia());
  const status = useStatusStore();
  const settings = useSettingsStore();
  settings.state = {
    settings: DEFAULT_SETTINGS,
    notice: null,
    detail: null,
    folders: { data: '/data', logs: '/logs' },
  };
  const isThere = ref(true);
  mount({ render: () => h(KeepAlive, () => (isThere.value ? h(Screen) : h('i'))) });
  await flushPromises();
  expect(status.words).toBe('1,284 requests kept · 14.0 MB');

  const history = { ...DEFAULT_SETTINGS.history, mostDays: 30 };
  settings.state = { ...settings.state, settings: { ...DEFAULT_SETTINGS, history } };
  entries = 1;
  useHistoryStore().changes += 1;
  await flushPromises();
  expect(status.words).toBe('1 request kept · 14.0 MB · 30 days');

  isThere.value = false;
  await flushPromises();
  expect(status.words).toBeNull();
  const asked = measureHistory.mock.calls.length;
  useHistoryStore().changes += 1;
  await flushPromises();
  expect(measureHistory).toHaveBeenCalledTimes(asked);
  isThere.value = true;
  await flushPromises();
  expect(status.words).toBe('1 request kept · 14.0 MB · 30 days');

  const found = useHistoryStore();
  found.query = { ...found.query, text: 'shoes' };
  await flushPromises();
  const searching = measureHistory.mock.calls.length;
  found.entries = [];
  await flushPromises();
  expect(measureHistory).toHaveBeenCalledTimes(searching);
  // Exchanges that are sent or replayed during a search are still counted.
  entries = 2;
  found.changes += 1;
  await flushPromises();
  expect(status.words).toBe('2 requests kept · 14.0 MB · 30 days');
  // While the file cannot be read, the number kept is unknown.
  useDatabaseStore().state = { kind: 'session-only', reason: 'locked', detail: '', showsKept: false };
  await flushPromises();
  expect(status.words).toBe('2 requests of this run');
});
