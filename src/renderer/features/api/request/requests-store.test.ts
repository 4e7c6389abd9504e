import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { useRequestsStore, type ComposedRequest } from './requests-store';

const REQUEST: RequestSpec = {
  version: 1,
  operation: 'free',
  target: { method: 'POST', path: '/orders' },
  pathParameters: {},
  query: [],
  headers: [],
  body: '{"amount":5}',
};
const SAVED: SavedRequest = {
  id: 's',
  folder: 'team',
  name: 'Capture',
  description: 'Kept',
  profileId: 'p',
  request: REQUEST,
  form: null,
  expectations: [{ kind: 'status', status: 201 }],
  order: 0,
  example: null,
};
/** What its file asks for now. */
let asked: string;
const explorer = {
  openRequestDraft: vi.fn(() => Promise.resolve(succeed(null))),
  keepRequestDraft: vi.fn(() => Promise.resolve(succeed(null))),
  listSavedRequests: vi.fn(() => Promise.resolve(succeed([]))),
  openSavedRequest: vi.fn(() => Promise.resolve(succeed({ ...SAVED, file: { asked } }))),
  saveRequest: vi.fn(() =>
    Promise.resolve(succeed({ request: { ...SAVED, file: { asked: 'mine' } }, notes: [] })),
  ),
};

beforeEach(() => {
  vi.stubGlobal('explorer', explorer);
  vi.clearAllMocks();
  setActivePinia(createPinia());
  asked = 'then';
});
afterEach(() => vi.unstubAllGlobals());

/** Opened from Saved requests when its file asked for `then`, and changed here. */
function opened(): [ReturnType<typeof useRequestsStore>, ComposedRequest] {
  const store = useRequestsStore();
  store.take(
    { request: REQUEST, form: null, name: 'Capture', profileId: 'p', savedId: 's', asked: 'then', notes: [] },
    null,
  );
  const { active } = store;
  if (active === null) throw new Error('nothing is open');
  active.document.replace('{"amount":6}');
  return [store, active];
}

describe('a saved request that is open on the API screen', () => {
  it('is saved where it is, with what else is kept of it', async () => {
    const [store, request] = opened();
    await store.save(request);
    expect(explorer.saveRequest).toHaveBeenCalledOnce();
    expect(explorer.saveRequest.mock.lastCall).toMatchObject([
      {
        request: {
          id: 's',
          description: 'Kept',
          expectations: SAVED.expectations,
          request: { ...REQUEST, body: '{"amount":6}' },
        },
      },
    ]);
    expect(store.said).toBe('Saved “Capture”.');
  });

  it('is not written over a file that changed since it was opened, and nothing typed is lost', async () => {
    const [store, request] = opened();
    asked = 'by a checkout';
    await store.save(request);
    expect(explorer.saveRequest).not.toHaveBeenCalled();
    expect(store.trouble?.code).toBe('request-changed-on-disk');
    expect(request.document.text).toBe('{"amount":6}');
  });
});
