import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Router } from 'vue-router';
import type { OperationDetails } from '@shared/documents/operation-details';
import { succeed } from '@shared/problem';
import { documentOperation, type OperationKey } from '@shared/requests/operation-key';
import { testingProfile } from '@shared/testing/testing-profile';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useRequestInbox, type OpenedRequest } from '@renderer/stores/request-inbox';
import { routerOf } from '@renderer/stores/router.fixture';
import { useShortcutsStore } from '@renderer/stores/shortcuts';
import { SLOW_AFTER_MS } from '@renderer/stores/use-slow-call';
import AddDocument from './AddDocument.vue';
import ApiView from './ApiView.vue';
import { useDocumentsStore } from './documents-store';
import { useRequestsStore } from './request/requests-store';

const detailsOf = (id: string): OperationDetails => ({
  ...{ document: 'shop', id, method: 'POST', path: `/${id}` },
  ...{ summary: null, description: null, deprecated: false, parameters: [] },
  ...{ body: null, answers: [], scopes: [], problems: [] },
});
const shop = {
  ...{ id: 'shop', title: 'Shop', version: '1', openapi: '3.1.0', areas: [], profileIds: [] },
  ...{ source: { kind: 'pasted' }, addedAt: null, problems: [], problemCount: 0, servers: [] },
};
const sendRequest = vi.fn(() => new Promise(() => undefined));
const describeOperation = vi.fn(async ({ operationId }: { operationId: string }) =>
  succeed(detailsOf(operationId)),
);
let view: VueWrapper;
let router: Router;

beforeEach(async () => {
  vi.clearAllMocks();
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: () => () => undefined,
    describeCredential: () => new Promise(() => undefined),
    describeOperation,
    sendRequest,
    keepRequestDraft: async () => succeed(null),
    openRequestDraft: async () => succeed(null),
    listDocuments: async () => succeed({ documents: [shop], notice: null }),
    listServedDocuments: async () => succeed([]),
    listSavedRequests: async () => succeed([]),
    listOpenSends: async () => succeed({ families: [], any: false }),
  });
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  router = routerOf('/api/:documentId?/:operationId?', '/sessions');
  await router.push('/api/shop/charge');
  const SplitPanes = { template: '<div><slot name="first" /><slot name="second" /></div>' };
  view = mount(
    {
      components: { ApiView },
      template: '<KeepAlive><ApiView v-if="$route.name === \'api\'" /></KeepAlive>',
    },
    {
      global: {
        plugins: [router],
        stubs: {
          SplitPanes,
          DocumentList: true,
          ReplacementPane: true,
          ServedSection: true,
          RequestTabs: true,
          OperationAnswer: true,
        },
      },
    },
  );
  await flushPromises();
});
afterEach(() => {
  vi.useRealTimers();
  view.unmount();
  vi.unstubAllGlobals();
});

const shown = (): string => view.get('.request__line').text();
/** Lets the next answer about an operation wait. */
function slowly(): (id: string) => void {
  let answer: (id: string) => void = () => undefined;
  describeOperation.mockImplementationOnce(
    () => new Promise((resolve) => (answer = (id) => resolve(succeed(detailsOf(id))))),
  );
  return (id) => answer(id);
}

/** Offers a request of that operation, as History does. */
function offer(operation: OperationKey, changes: Partial<OpenedRequest> = {}): void {
  const target = { method: 'POST', path: '/refund' };
  const request = { version: 1, operation, target, pathParameters: {}, query: [], headers: [], body: '{}' };
  useRequestInbox().offer({
    ...{ request: request as never, form: null, name: null, profileId: 'p', notes: [], ...changes },
  });
}

it('sends nothing of an operation once another one was chosen, however long that takes to be read', async () => {
  expect(shown()).toBe('POST /charge');
  vi.useFakeTimers();
  const answer = slowly();
  await router.push('/api/shop/refund');
  await flushPromises();
  expect(view.find('.stale').text()).toContain('POST /charge');
  expect(useShortcutsStore().run('run')).toBe(false);
  await view
    .findAll('button')
    .find((button) => button.text() === 'Send')
    ?.trigger('click');
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  expect(view.text()).toContain('Opening the request…');
  expect(sendRequest).not.toHaveBeenCalled();
  answer('refund');
  await flushPromises();
  expect(shown()).toBe('POST /refund');
  expect(view.find('.stale').exists()).toBe(false);
  expect(useShortcutsStore().run('run')).toBe(true);
  expect(sendRequest).toHaveBeenCalledOnce();
});

it('shows a newer version of a document, and a document that was added, only to a person who still waits for it', async () => {
  const documents = useDocumentsStore();
  const review = vi.fn<(given: unknown) => Promise<unknown>>(() => new Promise(() => undefined));
  Object.assign(window.explorer, { reviewReplacement: review });
  documents.all = [...documents.all, { ...shop, id: 'own' } as never];
  await router.push('/api/own');
  await flushPromises();
  let text: (read: string) => void = () => undefined;
  const file = new File(['{}'], 'newer.json');
  vi.spyOn(file, 'text').mockReturnValue(new Promise((resolve) => (text = resolve)));
  void view.getComponent(AddDocument).vm.take(file);
  await router.push('/api/shop');
  await flushPromises();
  text('{}');
  await vi.waitFor(() => expect(review).toHaveBeenCalledOnce());
  expect(review.mock.lastCall?.[0]).toMatchObject({ documentId: 'own' });

  await router.push('/api/shop/charge');
  documents.replacement = { documentId: 'own' } as never;
  await flushPromises();
  expect(shown()).toBe('POST /charge');
  await router.push('/api/own');
  await flushPromises();
  expect(view.find('replacement-pane-stub').exists()).toBe(true);
  documents.replacement = null;

  await router.push('/api/shop/charge');
  await flushPromises();
  const list = view.getComponent({ name: 'DocumentList' });
  list.vm.$emit('go', { documentId: 'own', operationId: null });
  await flushPromises();
  expect(router.currentRoute.value.path).toBe('/api/own');
  await router.push('/sessions');
  list.vm.$emit('go', { documentId: 'shop', operationId: null });
  await flushPromises();
  expect(router.currentRoute.value.path).toBe('/sessions');
});

it('shows a request from the history in the form of its own operation, also if its document was read after the person left', async () => {
  const answer = slowly();
  const operation = documentOperation('shop', 'refund');
  offer(operation);
  await flushPromises();
  await router.push('/sessions');
  answer('refund');
  await flushPromises();
  expect(router.currentRoute.value.name).toBe('sessions');
  await router.push('/api');
  await flushPromises();
  expect(shown()).toBe('POST /refund');
  expect(useRequestsStore().active?.key).toBe(operation);
});

it('leaves the operation on screen that was chosen while the document of an offered request was read', async () => {
  const answer = slowly();
  const operation = documentOperation('shop', 'refund');
  offer(operation);
  await flushPromises();
  await router.push('/api/shop/capture');
  await flushPromises();
  answer('refund');
  await flushPromises();
  expect(shown()).toBe('POST /capture');
  expect(useRequestsStore().active?.key).toBe(documentOperation('shop', 'capture'));
});

it('opens the operation that an id in an answer leads to, from within the screen', async () => {
  const answer = slowly();
  offer(documentOperation('shop', 'refund'), { placesOnly: true });
  await router.push('/api');
  await flushPromises();
  answer('refund');
  await flushPromises();
  expect(shown()).toBe('POST /refund');
});
