import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import SaveRequestDialog from './SaveRequestDialog.vue';

afterEach(() => vi.unstubAllGlobals());

const REQUEST = { operation: 'own', method: 'GET', path: '/', query: [], headers: [], body: null };

/** The dialog, opened for `Charge`, which is there already; `tell` gives main's answer about it. */
async function open() {
  setActivePinia(createPinia());
  let tell = (): void => undefined;
  const known = { id: 'a', name: 'Charge', folder: '', description: 'Of old', expectations: [] };
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    listSavedRequests: () => Promise.resolve(succeed([known, { ...known, id: 'b', name: 'Other' }])),
    describeLiveFolders: () => Promise.resolve(succeed([])),
    openSavedRequest: ({ id }: { id: string }) =>
      id === 'a'
        ? new Promise((resolve) => (tell = () => resolve(succeed(known))))
        : Promise.resolve(succeed({ ...known, id, description: 'Of the other' })),
  });
  const saved = useSavedRequestsStore();
  await saved.load();
  const dialog = mount(SaveRequestDialog, { attachTo: document.body });
  saved.offer({ request: REQUEST as never, form: null, profileId: 'p', name: 'Charge', status: 201 });
  await flushPromises();
  return {
    tell: async () => {
      tell();
      await flushPromises();
    },
    name: async (value: string) => {
      const field = document.querySelector<HTMLInputElement>('#save-name');
      if (field === null) throw new Error('there is no dialog');
      field.value = value;
      field.dispatchEvent(new Event('input'));
      await flushPromises();
    },
    description: () => document.querySelector<HTMLTextAreaElement>('#save-description')?.value,
    unmount: () => dialog.unmount(),
  };
}

it.each([
  ['a new name begins with what the request of the old one has', 'Refund', 'Of old'],
  ['the name of another request begins with what that one has', 'Other', 'Of the other'],
])('however late main answers, %s', async (_, name, description) => {
  const dialog = await open();
  await dialog.name(name);
  await dialog.tell();
  expect(dialog.description()).toBe(description);
  dialog.unmount();
});
