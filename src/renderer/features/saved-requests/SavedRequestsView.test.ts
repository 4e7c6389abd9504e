import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import ActionMenu from '@renderer/components/ActionMenu.vue';
import { routerOf } from '@renderer/stores/router.fixture';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import SavedRequestsView from './SavedRequestsView.vue';

const line: SavedRequestLine = {
  id: 'a',
  folder: '',
  name: 'Charge',
  description: '',
  operation: 'vault_forward',
  subject: 'POST psp',
  expectations: 0,
};
const listSavedRequests = vi.fn(async () => succeed([line]));
let view: VueWrapper;

beforeEach(async () => {
  setActivePinia(createPinia());
  listSavedRequests.mockResolvedValue(succeed([line]));
  vi.stubGlobal('explorer', {
    on: vi.fn(),
    listSavedRequests,
    lookAtLiveFolder: async () => succeed([]),
    openSavedRequest: async () => succeed({ id: 'a' }),
    importRequests: async () => succeed({ refused: [] }),
  });
  const router = routerOf('/saved-requests/:requestId?');
  await router.push('/saved-requests');
  const slots = { template: '<div><slot name="first" /><slot name="second" /></div>' };
  const RequestPane = { emits: ['gone'], template: '<button class="closes" @click="$emit(\'gone\')" />' };
  const FilesReport = { emits: ['close'], template: '<button class="closes" @click="$emit(\'close\')" />' };
  view = mount(SavedRequestsView, {
    attachTo: document.body,
    global: { plugins: [router], stubs: { SplitPanes: slots, RequestPane, FilesReport, ActionMenu: true } },
  });
  await flushPromises();
});
afterEach(() => {
  view.unmount();
  vi.unstubAllGlobals();
});

/** Presses what goes with what it closes, by the keyboard; gives where the focus is then. */
async function close(): Promise<string | null | undefined> {
  const button = view.get<HTMLButtonElement>('.closes');
  button.element.focus();
  await button.trigger('click');
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body));
  return document.activeElement?.getAttribute('aria-label');
}

it('a request is deleted: the focus goes to the list', async () => {
  await view.get('[role="treeitem"]').trigger('click');
  await flushPromises();
  expect(await close()).toContain('Charge');
});

it('the last request is deleted: the focus goes to the filter', async () => {
  await view.get('[role="treeitem"]').trigger('click');
  await flushPromises();
  listSavedRequests.mockResolvedValue(succeed([]));
  await useSavedRequestsStore().load();
  expect(await close()).toBe('Filter saved requests');
});

it('the report of an import is closed: the focus goes to the list', async () => {
  const actions = view.getComponent(ActionMenu).props('actions');
  const listed = typeof actions === 'function' ? actions() : actions;
  listed.find(({ label }) => label === 'Import one file…')?.run();
  await flushPromises();
  expect(await close()).toContain('Charge');
});
