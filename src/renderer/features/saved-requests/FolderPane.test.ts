import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
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

it('keeps the focus and tab after a rename, is shown again after its undo, and opens another folder on Requests', async () => {
  const undo = useUndoStore();
  const pane = mount(FolderPane, { attachTo: document.body, props: { path: 'Cards', lines: [] } });
  const chosen = () => pane.get('[role="tab"][aria-selected="true"]').text();
  await pane
    .findAll('[role="tab"]')
    .find((tab) => tab.text() === 'Folder')
    ?.trigger('mousedown', { button: 0 });
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
    await pane
      .findAll('[role="tab"]')
      .find((tab) => tab.text() === 'Folder')
      ?.trigger('mousedown', { button: 0 });
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

it('names the request to be deleted if it is the only one in the folder', async () => {
  const line = { id: 'a', folder: 'Cards', name: 'Charge', description: '', subject: '', expectations: 0 };
  const lines: SavedRequestLine[] = [{ ...line, operation: 'free' }];
  const pane = mount(FolderPane, { props: { path: 'Cards', lines } });
  expect(pane.getComponent(QuestionDialog).props('question')).toBe('Delete “Charge”?');
  await pane.setProps({ lines: [...lines, ...lines] });
  expect(pane.getComponent(QuestionDialog).props('question')).toBe('Delete 2 saved requests?');
});
