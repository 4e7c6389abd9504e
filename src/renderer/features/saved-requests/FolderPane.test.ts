import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import ActionMenu from '@renderer/components/ActionMenu.vue';
import QuestionDialog from '@renderer/components/QuestionDialog.vue';
import { useUndoStore } from '@renderer/stores/undo';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import FolderPane from './FolderPane.vue';

const moveSavedFolder = vi.fn(() => Promise.resolve(succeed([])));

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: () => () => undefined,
    moveSavedFolder,
    moveSavedRequests: moveSavedFolder,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

async function chooseFolderTab(pane: VueWrapper): Promise<void> {
  const tab = pane.findAll('[role="tab"]').find((one) => one.text() === 'Folder');
  await tab?.trigger('mousedown', { button: 0 });
}

it('keeps the focus and tab after a rename, is shown again after its undo, and opens another folder on Requests', async () => {
  const undo = useUndoStore();
  const pane = mount(FolderPane, { attachTo: document.body, props: { path: 'Cards', lines: [] } });
  const chosen = () => pane.get('[role="tab"][aria-selected="true"]').text();
  await chooseFolderTab(pane);
  await flushPromises();
  await pane.get('form input').setValue('Smoke test');
  const rename = pane.get<HTMLButtonElement>('form button');
  rename.element.focus();
  await pane.get('form').trigger('submit');
  await flushPromises();
  expect(moveSavedFolder).toHaveBeenCalledWith({ from: 'Cards', to: 'Smoke test' });
  expect(pane.emitted('moved')).toEqual([['Smoke test']]);
  await pane.setProps({ path: 'Smoke test' });
  expect(chosen()).toBe('Folder');
  expect(document.activeElement).toBe(rename.element);
  await undo.undo(undo.entries[0]?.id ?? 0);
  expect(pane.emitted('moved')).toEqual([['Smoke test'], ['Cards']]);
  await pane.setProps({ path: 'Tickets' });
  expect(chosen()).toContain('Requests');
  pane.unmount();
});

it('keeps a half-typed folder name while another folder, or none, is shown', async () => {
  const show = async (path: string) => {
    const pane = mount(FolderPane, { attachTo: document.body, props: { path, lines: [] } });
    await chooseFolderTab(pane);
    return pane;
  };
  const pane = await show('Cards');
  await pane.get('form input').setValue('Cards of');
  pane.unmount();
  const other = await show('Tickets');
  expect(other.get<HTMLInputElement>('form input').element.value).toBe('Tickets');
  other.unmount();
  const again = await show('Cards');
  expect(again.get<HTMLInputElement>('form input').element.value).toBe('Cards of');
  again.unmount();
});

const LINE: SavedRequestLine = {
  ...{ id: 'a', folder: 'Cards', name: 'Charge', description: '' },
  ...{ operation: 'free', subject: '', expectations: 0 },
};
const twoLines: readonly SavedRequestLine[] = [LINE, { ...LINE, id: 'b' }];

/** A pane of these requests, with the question whether to delete them. */
async function askedAbout(lines: readonly SavedRequestLine[]) {
  const pane = mount(FolderPane, { props: { path: 'Cards', lines } });
  const ask = async (): Promise<void> => {
    const actions = pane.getComponent(ActionMenu).props('actions');
    const listed = typeof actions === 'function' ? actions() : actions;
    listed.find(({ label }) => label === 'Delete all…')?.run();
    await flushPromises();
  };
  await ask();
  return { pane, ask, question: () => pane.getComponent(QuestionDialog) };
}

it('names the request to be deleted if it is the only one in the folder', async () => {
  const { pane, ask, question } = await askedAbout([LINE]);
  expect(question().props('question')).toBe('Delete “Charge”?');
  await pane.setProps({ lines: twoLines });
  await ask();
  expect(question().props('question')).toBe('Delete 2 saved requests?');
});

it('deletes what was asked about, and nothing that has come into the folder since', async () => {
  const deleteSavedRequests = vi.fn(async () => succeed([]));
  Object.assign(window.explorer, { deleteSavedRequests });
  const { pane, question } = await askedAbout([LINE]);
  await pane.setProps({ lines: twoLines });
  expect(question().props('question')).toBe('Delete “Charge”?');
  question().vm.$emit('answered');
  expect(deleteSavedRequests).toHaveBeenCalledWith({ ids: ['a'] });
});

it('asks nothing about a folder that came in its place, and does not leave that when a rename ends', async () => {
  const { pane, question } = await askedAbout([LINE]);
  let end: () => void = () => undefined;
  moveSavedFolder.mockReturnValueOnce(new Promise((resolve) => (end = () => resolve(succeed([])))));
  await chooseFolderTab(pane);
  await flushPromises();
  await pane.get('form input').setValue('Smoke test');
  await pane.get('form').trigger('submit');
  expect(question().props('open')).toBe(true);
  await pane.setProps({ path: 'Tickets' });
  expect(question().props('open')).toBe(false);
  end();
  await flushPromises();
  expect(pane.emitted('moved')).toBeUndefined();
});
