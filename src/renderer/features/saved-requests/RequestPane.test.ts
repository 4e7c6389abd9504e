import { shallowMount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import QuestionDialog from '@renderer/components/QuestionDialog.vue';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { routerOf } from '@renderer/stores/router.fixture';
import RequestPane from './RequestPane.vue';

afterEach(() => vi.unstubAllGlobals());

const requestOf = (id: string): SavedRequest => ({
  ...{ id, folder: '', name: id, description: '', profileId: 'p', form: null, expectations: [] },
  ...{ order: 0, example: null },
  request: {
    ...{ version: 1, operation: 'free', target: { method: 'GET', path: '/' } },
    ...{ pathParameters: {}, query: [], headers: [], body: null },
  },
});

it('asks nothing about a request that came in place of the one to be deleted, and stays on it', async () => {
  let end: () => void = () => undefined;
  const deleteSavedRequests = vi.fn(() => new Promise((resolve) => (end = () => resolve(succeed([])))));
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { ...fakeTexts(), on: () => () => undefined, deleteSavedRequests });
  const pane = shallowMount(RequestPane, {
    props: { request: requestOf('a') },
    global: { plugins: [routerOf('/saved-requests')] },
  });
  const question = () => pane.getComponent(QuestionDialog);
  pane.vm.askToDelete();
  await pane.vm.$nextTick();
  expect(question().props('open')).toBe(true);
  await pane.setProps({ request: requestOf('b') });
  expect(question().props('open')).toBe(false);

  question().vm.$emit('answered');
  expect(deleteSavedRequests).toHaveBeenCalledWith({ ids: ['b'] });
  await pane.setProps({ request: requestOf('c') });
  end();
  await vi.waitFor(() => expect(deleteSavedRequests).toHaveResolved());
  expect(pane.emitted('gone')).toBeUndefined();
});
