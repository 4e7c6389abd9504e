import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HistoryEntry } from '@shared/history/history';
import { succeed, type Result } from '@shared/problem';
import { useTypedStore } from '@renderer/stores/typed';
import { closePage, fakeTexts } from '@renderer/stores/kept-texts.fixture';
import OutcomeActions from './OutcomeActions.vue';

beforeEach(() => setActivePinia(createPinia()));

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('says that it is saving, saves once, and closes when that is done', async () => {
  let answer: (kept: Result<HistoryEntry | null>) => void = () => undefined;
  const markHistoryEntry = vi.fn(() => new Promise<Result<HistoryEntry | null>>((done) => (answer = done)));
  const openHistoryEntry = () => Promise.resolve(succeed(null));
  vi.stubGlobal('explorer', { ...fakeTexts(), openHistoryEntry, markHistoryEntry });
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

it('keeps what is typed while the noted outcome is being read, and while another exchange is shown', async () => {
  let read: (answer: unknown) => void = () => undefined;
  const openHistoryEntry = vi.fn(() => new Promise((done) => (read = done)));
  const texts = fakeTexts();
  vi.stubGlobal('explorer', { ...texts, openHistoryEntry });
  const actions = mount(OutcomeActions, {
    attachTo: document.body,
    props: { exchangeId: 'one', actions: [] },
  });
  const open = async (): Promise<readonly [string | undefined, string | null | undefined]> => {
    await actions.get('button').trigger('click');
    await flushPromises();
    return [
      document.querySelector('textarea')?.value,
      document.querySelector('[role="radio"][data-state="checked"]')?.textContent,
    ];
  };
  const type = async (text: string): Promise<void> => {
    const field = document.querySelector('textarea');
    if (field) field.value = text;
    field?.dispatchEvent(new Event('input'));
    await flushPromises();
  };
  await open();
  await type('Seen at the bank');
  document.querySelector<HTMLElement>('[role="radio"][value="carried-out"]')?.click();
  read(succeed({ entry: { notedOutcome: 'not-carried-out', note: 'Earlier' } }));
  await flushPromises();
  expect(document.querySelector('textarea')?.value).toBe('Seen at the bank');
  closePage();
  expect(texts.keepTyped.mock.calls.map(([typed]) => typed)).toEqual([
    { key: 'note\none\nnote', text: 'Seen at the bank' },
    { key: 'outcome\none\noutcome', text: 'carried-out' },
  ]);

  await actions.setProps({ exchangeId: 'two' });
  expect(await open()).toEqual(['', 'Not known']);
  await actions.setProps({ exchangeId: 'one' });
  expect(await open()).toEqual(['Seen at the bank', 'Carried out']);
  [...document.querySelectorAll('button')].find((button) => button.textContent === 'Cancel')?.click();
  await flushPromises();
  closePage();
  expect(texts.keepTyped.mock.calls.slice(2).map(([typed]) => typed)).toEqual([
    { key: 'note\none\nnote', text: null },
    { key: 'outcome\none\noutcome', text: null },
  ]);
  actions.unmount();
});

it('keeps a chosen outcome when the note of its exchange is saved elsewhere, and keeps it for the next run', async () => {
  const texts = fakeTexts();
  const openHistoryEntry = () => Promise.resolve(succeed(null));
  vi.stubGlobal('explorer', { ...texts, openHistoryEntry });
  const actions = mount(OutcomeActions, {
    attachTo: document.body,
    props: { exchangeId: 'one', actions: [] },
  });
  await actions.get('button').trigger('click');
  await flushPromises();
  document.querySelector<HTMLElement>('[role="radio"][value="carried-out"]')?.click();
  await flushPromises();
  // As the note's form does once the note is saved.
  useTypedStore().forget('note', 'one');
  await flushPromises();
  expect(document.querySelector('[role="radio"][data-state="checked"]')?.textContent).toBe('Carried out');
  closePage();
  expect(texts.keepTyped.mock.calls).toEqual([[{ key: 'outcome\none\noutcome', text: 'carried-out' }]]);
  actions.unmount();
});
