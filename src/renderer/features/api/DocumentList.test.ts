import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { refuse, succeed } from '@shared/problem';
import DocumentList from './DocumentList.vue';

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
  expect([list.find('[role=status]').exists(), list.text().includes('No')]).toEqual([false, false]);
  expect(document.activeElement).toBe(list.get('input[type=search]').element);
});
