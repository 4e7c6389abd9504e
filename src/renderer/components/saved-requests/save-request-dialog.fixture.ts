import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { vi } from 'vitest';
import { succeed, type Problem } from '@shared/problem';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import SaveRequestDialog from './SaveRequestDialog.vue';

export const REQUEST = { operation: 'own', method: 'GET', path: '/', query: [], headers: [], body: null };

export type Saved = Awaited<ReturnType<typeof window.explorer.saveRequest>>;
export const LOCKED: Problem = {
  code: 'keychain-locked',
  title: 'The keychain is locked.',
  meaning: 'Nothing was saved.',
  nextStep: 'Unlock it.',
  detail: null,
};

export async function type(field: string, value: string): Promise<void> {
  const found = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(field);
  if (found === null) throw new Error('there is no dialog');
  found.value = value;
  found.dispatchEvent(new Event('input'));
  await flushPromises();
}

/** The dialog, opened for `Charge`, which already exists; `tell` sends main's answer about it. */
export async function open() {
  setActivePinia(createPinia());
  let tell = (): void => undefined;
  let settle: (answer: Saved) => void = () => undefined;
  const saveRequest = vi.fn<(argument: { withoutSecrets: boolean }) => Promise<Saved>>(
    () => new Promise((resolve) => (settle = resolve)),
  );
  const known = { id: 'a', name: 'Charge', folder: '', description: 'Of old', expectations: [] };
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    listSavedRequests: () => Promise.resolve(succeed([known, { ...known, id: 'b', name: 'Other' }])),
    saveRequest,
    describeLiveFolders: () => Promise.resolve(succeed([])),
    openSavedRequest: ({ id }: { id: string }) =>
      id === 'a'
        ? new Promise((resolve) => (tell = () => resolve(succeed(known))))
        : Promise.resolve(succeed({ ...known, id, description: 'Of the other' })),
  });
  const saved = useSavedRequestsStore();
  await saved.load();
  const dialog = mount(SaveRequestDialog, { attachTo: document.body });
  const offer = async (path = '/', from = 'draft 1', status = 201): Promise<void> => {
    const request = { ...REQUEST, path } as never;
    saved.offer({ from, request, form: null, profileId: 'p', name: 'Charge', status });
    await flushPromises();
  };
  await offer();
  return {
    // Which pinia is active changes with every action of any store, also of one that an earlier test has left.
    saved,
    offer,
    tell: async () => {
      tell();
      await flushPromises();
    },
    name: (value: string) => type('#save-name', value),
    expectedStatus: () => document.querySelector<HTMLInputElement>('input[max="599"]')?.value,
    typedName: () => document.querySelector<HTMLInputElement>('#save-name')?.value,
    description: () => document.querySelector<HTMLTextAreaElement>('#save-description')?.value,
    describe: (value: string) => type('#save-description', value),
    saveRequest,
    settle: async (answer: Saved) => {
      settle(answer);
      await flushPromises();
    },
    button: (words: string) => {
      const all = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')];
      return all.find(({ textContent }) => textContent.trim() === words) ?? null;
    },
    unmount: () => dialog.unmount(),
  };
}
