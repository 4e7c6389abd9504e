import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { refuse, succeed } from '@shared/problem';
import DocumentList from './DocumentList.vue';
import { useDocumentsStore } from './documents-store';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('cancels reading a document without a message, and moves the focus to the filter', async () => {
  let cancelled: string | null = null;
  let answer: (problem: unknown) => void = () => undefined;
  vi.stubGlobal('explorer', {
    on: () => undefined,
    listDocuments: () => Promise.resolve(succeed({ documents: [], notice: null })),
    addDocument: () => new Promise((resolve) => (answer = resolve)),
    cancelCall: ({ callId }: { callId: string }) => {
      cancelled = callId;
      answer(
        refuse({
          code: 'document-cancelled',
          title: 'No',
          meaning: 'No',
          nextStep: 'No',
          detail: null,
        }),
      );
      return Promise.resolve(succeed(true));
    },
  });
  setActivePinia(createPinia());
  const list = mount(DocumentList, { props: { place: null }, attachTo: document.body });
  const file = new File(['{}'], 'large.json');
  await list.trigger('drop', { dataTransfer: { files: [file] } });
  await vi.waitFor(() => expect(list.get('[role=status]').text()).toBe('Reading large.json…'));
  const cancel = list.findAll('button').find((button) => button.text() === 'Cancel');
  await cancel?.trigger('click');
  await flushPromises();
  expect(cancelled).not.toBeNull();
  expect([list.get('[role=status]').text(), list.text().includes('No')]).toEqual(['', false]);
  expect(document.activeElement).toBe(list.get('input[type=search]').element);
});

it('goes to a document that was added, unless something else was chosen while it was read', async () => {
  let answer: (added: unknown) => void = () => undefined;
  vi.stubGlobal('explorer', {
    on: () => undefined,
    listDocuments: () => Promise.resolve(succeed({ documents: [], notice: null })),
    addDocument: () => new Promise((resolve) => (answer = resolve)),
  });
  setActivePinia(createPinia());
  const list = mount(DocumentList, { props: { place: null } });
  const add = async (before: () => Promise<void>): Promise<void> => {
    await list.trigger('drop', { dataTransfer: { files: [new File(['{}'], 'shop.json')] } });
    await vi.waitFor(() => expect(useDocumentsStore().reading).not.toBeNull());
    await before();
    answer(succeed({ id: 'shop', title: 'Shop', areas: [], profileIds: [] }));
    await flushPromises();
  };
  await add(async () => undefined);
  expect(list.emitted('go')).toHaveLength(1);
  await add(() => list.setProps({ place: { documentId: 'other', operationId: null } }));
  expect(list.emitted('go')).toHaveLength(1);
});
