import { flushPromises, mount, shallowMount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import { DEFAULT_SETTINGS } from '@shared/app/settings';
import { refuse, type Problem } from '@shared/problem';
import ProblemPanel from '@renderer/components/ProblemPanel.vue';
import { useSettingsStore } from '@renderer/stores/settings';
import LogLevelChoice from './LogLevelChoice.vue';
import SettingsView from './SettingsView.vue';
import TimeZoneChoice from './TimeZoneChoice.vue';

const problem: Problem = { code: 'x', title: 'Not saved', meaning: '', nextStep: '', detail: null };

beforeEach(() => {
  setActivePinia(createPinia());
  // The clock is stopped: a new time would render the time zone choice again.
  vi.useFakeTimers();
  vi.stubGlobal('explorer', { on: () => () => undefined, editSettings: async () => refuse(problem) });
  useSettingsStore().state = {
    settings: DEFAULT_SETTINGS,
    notice: null,
    detail: null,
    folders: { data: '/data', logs: '/logs' },
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function choose(shown: VueWrapper, value: string): Promise<string> {
  const select = shown.get('select');
  await select.setValue(value);
  await flushPromises();
  return select.element.value;
}

it('goes back to the saved time zone when main refuses another one', async () => {
  expect(await choose(mount(TimeZoneChoice), 'Europe/Lisbon')).toBe('UTC');
});

it('goes back to the saved log level when main refuses another one', async () => {
  expect(await choose(mount(LogLevelChoice), 'debug')).toBe(DEFAULT_SETTINGS.logLevel);
});

it('shows why a setting was refused above the scrolling area', async () => {
  const routes = [{ path: '/', name: 'settings', component: SettingsView }];
  const router = createRouter({ history: createMemoryHistory(), routes });
  const shown = shallowMount(SettingsView, { global: { plugins: [router] } });
  await useSettingsStore().change(() => ({ appearance: 'dark' }));
  await flushPromises();
  const panel = shown.getComponent(ProblemPanel);
  expect(panel.props('problem')).toEqual(problem);
  expect(shown.get('.scroll').element.contains(panel.element)).toBe(false);
  expect(shown.get('.scroll').element.compareDocumentPosition(panel.element)).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
});
