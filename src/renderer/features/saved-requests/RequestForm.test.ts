import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { refuse, succeed } from '@shared/problem';
import type { SavedRequest, SavedRequestLine } from '@shared/requests/saved-requests';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { useUndoStore } from '@renderer/stores/undo';
import { changeShortcuts } from '@renderer/stores/shortcuts.fixture';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { useDetailsStore } from './details-store';
import RequestForm from './RequestForm.vue';

afterEach(() => vi.unstubAllGlobals());

const REQUEST: SavedRequest = {
  ...{ id: 'a', folder: '', name: 'Charge', description: '', profileId: 'p', order: 0 },
  request: { version: 1, operation: 'list_buyers', pathParameters: {}, query: [], headers: [], body: null },
  ...{ form: null, expectations: [], example: null },
};

it('keeps what is typed during a save, also into another request that was opened meanwhile', async () => {
  setActivePinia(createPinia());
  const other = { ...REQUEST, id: 'b' };
  const saveRequest = vi.fn(async ({ request }: { request: SavedRequest }) => {
    details.change(REQUEST, { description: 'Two cards' });
    details.change(other, { description: 'of another' });
    await form.setProps({ request: other });
    return succeed({ request, notes: [] });
  });
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: vi.fn(() => () => undefined),
    listSavedRequests: vi.fn(() => Promise.resolve(succeed([]))),
    describeLiveFolders: vi.fn(() => Promise.resolve(succeed([]))),
    saveRequest,
  });
  const details = useDetailsStore();
  const form = mount(RequestForm, { props: { request: REQUEST } });
  await form.get('textarea').setValue('One card');
  await form.trigger('submit');
  await flushPromises();
  expect(details.detailsOf(other).description).toBe('of another');
  const saved = { ...REQUEST, description: 'One card' };
  expect(details.detailsOf(saved).description).toBe('Two cards');
  // The edit is based on the saved request, so the file does not count as changed by someone else.
  const onDisk = { ...saved, file: { path: 'charge.json', revision: '2', asked: '', gone: false } };
  expect(details.isChangedOnDisk(onDisk)).toBe(false);
  form.unmount();
});

it('saves once for a double click, and says of no other request why it could not', async () => {
  setActivePinia(createPinia());
  let answer: (saved: unknown) => void = () => undefined;
  const saveRequest = vi.fn(() => new Promise((resolve) => (answer = resolve)));
  vi.stubGlobal('explorer', { ...fakeTexts(), on: vi.fn(() => () => undefined), saveRequest });
  const form = mount(RequestForm, { props: { request: REQUEST } });
  await form.get('textarea').setValue('One card');
  await form.trigger('submit');
  await form.trigger('submit');
  expect(saveRequest).toHaveBeenCalledOnce();
  await form.setProps({ request: { ...REQUEST, id: 'b' } });
  const code = 'request-changed-on-disk';
  answer(refuse({ code, title: 'Changed', meaning: '', nextStep: '', detail: null }));
  await flushPromises();
  expect(form.text()).not.toContain('Changed');
  expect([form.emitted('changed'), form.emitted('refused')]).toEqual([undefined, undefined]);
  await form.setProps({ request: REQUEST });
  await form.trigger('submit');
  expect(saveRequest).toHaveBeenCalledTimes(2);
  form.unmount();
});

it('keeps the focus on Save changes after a save, says Saved until the person types, and does not save without changes or a name', async () => {
  setActivePinia(createPinia());
  const saveRequest = vi.fn(() => Promise.resolve(succeed({ request: REQUEST, notes: [] })));
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: vi.fn(() => () => undefined),
    listSavedRequests: vi.fn(() => Promise.resolve(succeed([]))),
    describeLiveFolders: vi.fn(() => Promise.resolve(succeed([]))),
    saveRequest,
  });
  const form = mount(RequestForm, { attachTo: document.body, props: { request: REQUEST } });
  const save = form.get<HTMLButtonElement>('button[type="submit"]');
  await form.trigger('submit');
  expect(saveRequest).not.toHaveBeenCalled();
  expect(save.attributes('aria-disabled')).toBe('true');

  await form.get('textarea').setValue('One card');
  expect(save.attributes('aria-disabled')).toBe('false');
  save.element.focus();
  await form.trigger('submit');
  await flushPromises();
  expect(saveRequest).toHaveBeenCalledOnce();
  expect(save.attributes('aria-disabled')).toBe('true');
  expect(form.get('[role="status"]').text()).toBe('Saved.');
  await form.get('textarea').setValue('Two cards');
  expect(form.get('[role="status"]').text()).toBe('Unsaved changes');
  await form.get('textarea').setValue('');
  expect(form.get('[role="status"]').text()).toBe('');
  await form.get('input').setValue(' ');
  expect(form.get('[role="status"]').text()).toBe('Not saved: see what is marked');
  expect(form.get('[role="alert"]').text()).toBe('A request needs a name.');
  expect(form.get('input').attributes('aria-invalid')).toBe('true');
  // The error message describes the field, and is not part of its name.
  expect(form.get('label[for="details-name"]').text()).toBe('Name');
  await form.get('input').setValue('Charge');
  expect(document.activeElement).toBe(save.element);
  form.unmount();
});

it('offers to move a request back when Save changes put it into another folder', async () => {
  setActivePinia(createPinia());
  const [saved, undo] = [useSavedRequestsStore(), useUndoStore()];
  const lineIn = (folder: string): SavedRequestLine => ({
    ...{ id: 'a', folder, name: 'Charge', description: '', operation: 'list_buyers' },
    ...{ subject: '', expectations: 0 },
  });
  const placeSavedRequest = vi.fn(() => Promise.resolve(succeed([lineIn('')])));
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: vi.fn(() => () => undefined),
    listSavedRequests: vi.fn(() => Promise.resolve(succeed([lineIn('Cards/EU')]))),
    describeLiveFolders: vi.fn(() => Promise.resolve(succeed([]))),
    saveRequest: vi.fn(({ request }: { request: SavedRequest }) =>
      Promise.resolve(succeed({ request, notes: [] })),
    ),
    placeSavedRequest,
  });
  saved.lines = [lineIn('')];
  const form = mount(RequestForm, { props: { request: REQUEST } });
  await form.get('[id="details-folder"]').setValue('Cards/EU');
  await form.trigger('submit');
  await flushPromises();
  expect(undo.entries).toMatchObject([{ words: 'Moved “Charge” to “Cards/EU”.', line: 'a' }]);
  await undo.undo(undo.entries[0]?.id ?? 0);
  expect(placeSavedRequest).toHaveBeenCalledWith({ id: 'a', folder: '', before: null });
  expect(undo.entries).toEqual([]);
  form.unmount();
});

it('names the keys of Save changes as they are now, and none if it has none', async () => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { ...fakeTexts(), on: vi.fn(() => () => undefined) });
  const form = mount(RequestForm, { props: { request: REQUEST } });
  const save = form.get('button[type="submit"]');
  expect(save.attributes('title')).toBe('Save changes (Ctrl+S)');
  changeShortcuts({ save: ['Alt+2'] });
  await nextTick();
  expect(save.attributes('title')).toBe('Save changes (Alt+2)');
  changeShortcuts({ save: [] });
  await nextTick();
  expect(save.attributes('title')).toBe('Save changes');
  form.unmount();
});
