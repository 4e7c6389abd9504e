import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import type { SettingsState } from '@shared/bridge/settings';
import { DEFAULT_SETTINGS, type Settings } from '@shared/app/settings';
import type { DatabaseState } from '@shared/app/database-state';
import { refuse, succeed, type Result } from '@shared/problem';
import QuestionDialog from '@renderer/components/QuestionDialog.vue';
import { useDatabaseStore } from '@renderer/stores/database';
import { useSettingsStore } from '@renderer/stores/settings';
import HistorySection from './HistorySection.vue';

const stateOf = (settings: Settings): SettingsState => ({
  settings,
  notice: null,
  detail: null,
  folders: { data: '/data', logs: '/logs' },
});

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

it('deletes nothing unasked that it could not count, and keeps its question about the limit it was asked about', async () => {
  const problem = { code: 'x', title: 'Busy', meaning: '', nextStep: '', detail: null };
  const editSettings = vi.fn(() => new Promise(() => undefined));
  const measureHistory = vi.fn(async () => refuse(problem));
  vi.stubGlobal('explorer', { measureHistory, editSettings });
  setActivePinia(createPinia());
  useSettingsStore().state = stateOf(DEFAULT_SETTINGS);
  const shown = mount(HistorySection);
  await flushPromises();
  const [days, entries] = [shown.get('#keep-days'), shown.get('#keep-entries')];
  void days.setValue('30');
  void entries.setValue('5');
  await flushPromises();
  expect(editSettings).not.toHaveBeenCalled();
  const question = shown.findAllComponents(QuestionDialog).find((one) => one.props('open'));
  expect(question?.props('question')).toBe('Keep less of the history?');
  question?.vm.$emit('answered');
  await flushPromises();
  const { history } = DEFAULT_SETTINGS;
  expect(editSettings).toHaveBeenCalledOnce();
  expect(editSettings).toHaveBeenCalledWith({
    settings: expect.objectContaining({ history: { ...history, mostDays: 30 } }),
  });
});

it('describes each limit by what is wrong with it, as long as that is in its field', async () => {
  vi.stubGlobal('explorer', {
    measureHistory: vi.fn(() => Promise.resolve(succeed({ entries: 0, bytes: 0 }))),
    editSettings: () => new Promise(() => undefined),
  });
  setActivePinia(createPinia());
  useSettingsStore().state = stateOf(DEFAULT_SETTINGS);
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
