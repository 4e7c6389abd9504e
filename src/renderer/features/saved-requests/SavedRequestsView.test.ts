import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { succeed, type Result } from '@shared/problem';
import type { RequestsImport, SavedRequestLine } from '@shared/requests/saved-requests';
import ActionMenu from '@renderer/components/ActionMenu.vue';
import { routerOf } from '@renderer/stores/router.fixture';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { SLOW_AFTER_MS } from '@renderer/stores/use-slow-call';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { useMoves } from './use-moves';
import SavedRequestsView from './SavedRequestsView.vue';

const NOTHING: RequestsImport = {
  added: [],
  replaced: [],
  unchanged: 0,
  refused: [],
  notes: [],
  secretsToEnter: [],
  collections: [],
};
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
const importRequests = vi.fn<Window['explorer']['importRequests']>(async () => succeed(NOTHING));
const openSavedRequest = vi.fn(async () => succeed({ id: 'a', folder: '' }));
const placeSavedRequest = vi.fn(async () => succeed([{ ...line, folder: 'Cards' }]));
const cancelCall = vi.fn();
const listeners = new Map<string, (event: unknown) => void>();
let view: VueWrapper;

beforeEach(async () => {
  setActivePinia(createPinia());
  listSavedRequests.mockResolvedValue(succeed([line]));
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: (name: string, listener: (event: unknown) => void) => void listeners.set(name, listener),
    cancelCall,
    listSavedRequests,
    lookAtLiveFolder: async () => succeed([]),
    openSavedRequest,
    placeSavedRequest,
    importRequests,
  });
  const router = routerOf('/saved-requests/:requestId?');
  await router.push('/saved-requests');
  const slots = { template: '<div><slot name="first" /><slot name="second" /></div>' };
  const RequestPane = {
    name: 'RequestPane',
    props: ['request'],
    emits: ['gone'],
    template: '<button class="closes" @click="$emit(\'gone\')" />',
  };
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

function importOne(): void {
  const actions = view.getComponent(ActionMenu).props('actions');
  const listed = typeof actions === 'function' ? actions() : actions;
  listed.find(({ label }) => label === 'Import one file…')?.run();
}

/**
 * Presses, with the keyboard, the button that disappears with what it closes; returns where the focus is afterwards.
 */
async function close(): Promise<string | null | undefined> {
  const button = view.get<HTMLButtonElement>('.closes');
  button.element.focus();
  await button.trigger('click');
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body));
  return document.activeElement?.getAttribute('aria-label');
}

it('moves the focus to the list when a request is deleted', async () => {
  await view.get('[role="treeitem"]').trigger('click');
  await flushPromises();
  expect(await close()).toContain('Charge');
});

it('moves the focus to the filter when the last request is deleted', async () => {
  await view.get('[role="treeitem"]').trigger('click');
  await flushPromises();
  listSavedRequests.mockResolvedValue(succeed([]));
  await useSavedRequestsStore().load();
  expect(await close()).toBe('Filter saved requests');
});

it('shows an import that takes a while, and can cancel it', async () => {
  let end: (result: Result<RequestsImport>) => void = () => undefined;
  importRequests.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
  importOne();
  await flushPromises();
  expect(view.text()).not.toContain('Importing requests…');
  const callId = importRequests.mock.lastCall?.[0].callId;
  listeners.get('callProgress')?.({ callId, note: 'Reading what you chose.' });
  await flushPromises();
  expect(view.findAll('[role="status"]').map((region) => region.text())).toContain('Importing requests…');
  await view
    .findAll('button')
    .find((button) => button.text() === 'Cancel')
    ?.trigger('click');
  expect(cancelCall).toHaveBeenCalledWith({ callId });
  end(succeed(NOTHING));
  await flushPromises();
  expect(view.text()).not.toContain('Importing requests…');
  expect(view.find('.closes').exists()).toBe(true);
});

it('moves the focus to the list when the report of an import is closed', async () => {
  importOne();
  await flushPromises();
  expect(await close()).toContain('Charge');
});

it('shows an open request in the folder into which it was moved, where saving its details leaves it', async () => {
  await view.get('[role="treeitem"]').trigger('click');
  await flushPromises();
  openSavedRequest.mockResolvedValue(succeed({ id: 'a', folder: 'Cards' }));
  await useMoves().move('a', 'Cards', null);
  await flushPromises();
  expect(view.getComponent({ name: 'RequestPane' }).props('request')).toEqual({ id: 'a', folder: 'Cards' });
});

it('lets no click reach a request while another is read, whose place it leaves when that takes a while', async () => {
  vi.useFakeTimers();
  await view.get('[role="treeitem"]').trigger('click');
  await flushPromises();
  const shown = (): unknown => view.findComponent({ name: 'RequestPane' }).props('request');
  let end: (result: Result<{ id: string; folder: string }>) => void = () => undefined;
  openSavedRequest.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
  await view.vm.$router.push('/saved-requests/b');
  await flushPromises();
  expect(shown()).toMatchObject({ id: 'a' });
  expect(view.findAll('.stale').some((pane) => pane.find('.closes').exists())).toBe(true);
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  expect(view.findComponent({ name: 'RequestPane' }).exists()).toBe(false);
  expect(view.text()).toContain('Opening the request…');
  expect(view.find('.stale').exists()).toBe(false);
  end(succeed({ id: 'b', folder: '' }));
  await flushPromises();
  expect(shown()).toMatchObject({ id: 'b' });
  expect(view.find('.stale').exists()).toBe(false);
  vi.useRealTimers();
});

it('shows the request that was chosen last, also when an earlier one is read after it', async () => {
  const ends: ((result: Result<{ id: string; folder: string }>) => void)[] = [];
  openSavedRequest.mockImplementation(() => new Promise((resolve) => ends.push(resolve)));
  await view.vm.$router.push('/saved-requests/a');
  await view.vm.$router.push('/saved-requests/b');
  await flushPromises();
  ends[1]?.(succeed({ id: 'b', folder: '' }));
  await flushPromises();
  ends[0]?.(succeed({ id: 'a', folder: '' }));
  await flushPromises();
  expect(view.getComponent({ name: 'RequestPane' }).props('request')).toMatchObject({ id: 'b' });
  openSavedRequest.mockImplementation(async () => succeed({ id: 'a', folder: '' }));
});
