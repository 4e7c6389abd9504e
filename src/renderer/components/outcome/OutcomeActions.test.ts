import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import type { HistoryEntry } from '@shared/history/history';
import { succeed, type Result } from '@shared/problem';
import OutcomeActions from './OutcomeActions.vue';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('says that it is saving, saves once, and closes when that is done', async () => {
  let answer: (kept: Result<HistoryEntry | null>) => void = () => undefined;
  const markHistoryEntry = vi.fn(() => new Promise<Result<HistoryEntry | null>>((done) => (answer = done)));
  const openHistoryEntry = () => Promise.resolve(succeed(null));
  vi.stubGlobal('explorer', { openHistoryEntry, markHistoryEntry });
  const actions = mount(OutcomeActions, {
    attachTo: document.body,
    props: { exchangeId: 'one', actions: [] },
  });
  await actions.get('button').trigger('click');
  await flushPromises();
  const dialog = () => document.querySelector('[role="dialog"]');
  const submit = () => dialog()?.querySelector('form')?.requestSubmit();
  submit();
  await flushPromises();
  submit();
  await flushPromises();
  expect(dialog()?.querySelector('[role="status"]')?.textContent.trim()).toBe('Saving…');
  expect(markHistoryEntry).toHaveBeenCalledOnce();
  answer(succeed({ notedOutcome: 'carried-out', note: '' } as HistoryEntry));
  await flushPromises();
  expect(dialog()).toBeNull();
  expect(actions.text()).toContain('Noted: it was carried out');
});
