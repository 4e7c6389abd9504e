import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptRequestDraft } from '@shared/bridge/drafts';
import type { SendResult } from '@shared/bridge/sending';
import { succeed, type Result } from '@shared/problem';
import { EMPTY_REQUEST_DRAFT } from '@shared/requests/request-draft';
import type { SavedRequest } from '@shared/requests/saved-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { exchangeOf } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import type { OpenedRequest } from '@renderer/stores/request-inbox';
import { useUndoStore } from '@renderer/stores/undo';
import type { ComposedRequest } from './composed-request';
import { useRequestsStore } from './requests-store';
import { useSaveRequest } from './save-request';

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
const OPENED: OpenedRequest = {
  request: REQUEST,
  form: null,
  name: 'Capture',
  profileId: 'p',
  notes: [],
};
/** What the file of the saved request requests now. */
let asked: string;
const explorer = {
  on: () => () => undefined,
  describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
  openRequestDraft: vi.fn((): Promise<Result<KeptRequestDraft | null>> => Promise.resolve(succeed(null))),
  keepRequestDraft: vi.fn<(argument: { kept: KeptRequestDraft }) => Promise<Result<null>>>(() =>
    Promise.resolve(succeed(null)),
  ),
  sendRequest: vi.fn<(argument: { draftId: string | null }) => Promise<Result<SendResult>>>(() =>
    Promise.resolve(succeed<SendResult>({ kind: 'declined' })),
  ),
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

/** A request opened from Saved requests when its file requested `then`, and then changed here. */
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
  it('is saved in place, with its description and expectations kept', async () => {
    const [store, request] = opened();
    await useSaveRequest().save(request);
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

  it('says that what was typed during the save has not been saved', async () => {
    const [store, request] = opened();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const saved = succeed({ request: { ...SAVED, file: { asked: 'mine' } }, notes: [] });
    explorer.saveRequest.mockReturnValueOnce(answered.then(() => saved));
    const saving = useSaveRequest().save(request);
    await vi.waitFor(() => expect(explorer.saveRequest).toHaveBeenCalledOnce());
    request.document.replace('{"amount":7}');
    await vi.waitFor(() => expect(explorer.keepRequestDraft).toHaveBeenCalled());
    answer();
    await saving;
    expect(store.said).toBe('Saved “Capture”, without what was changed since.');
  });

  it('does not overwrite a file that changed since it was opened, and keeps what was typed', async () => {
    const [store, request] = opened();
    asked = 'by a checkout';
    await useSaveRequest().save(request);
    expect(explorer.saveRequest).not.toHaveBeenCalled();
    expect(store.trouble?.code).toBe('request-changed-on-disk');
    expect(request.document.text).toBe('{"amount":6}');
  });
});

describe('the draft of a request that is sent', () => {
  const sentOf = (): (string | null)[] => explorer.sendRequest.mock.calls.map(([{ draftId }]) => draftId);
  const keptLast = (): string | undefined => explorer.keepRequestDraft.mock.lastCall?.[0].kept.id;
  /** The body that is on disk if the window closes now. */
  async function bodyAtClosing(): Promise<string | undefined> {
    window.dispatchEvent(new Event('pagehide'));
    await new Promise((resolve) => setTimeout(resolve));
    return explorer.keepRequestDraft.mock.lastCall?.[0].kept.draft.body;
  }
  /** A POST without a body, opened from its draft on disk. */
  async function openedAs(id: string): Promise<[ReturnType<typeof useRequestsStore>, ComposedRequest]> {
    const draft = { ...EMPTY_REQUEST_DRAFT, method: 'POST', path: '/orders' };
    explorer.openRequestDraft.mockResolvedValueOnce(succeed({ id, profileId: 'p', draft }));
    const store = useRequestsStore();
    await store.open(null);
    if (store.active === null) throw new Error('nothing is open');
    return [store, store.active];
  }

  it.each(['POST', 'HEAD'])(
    'is not sent under a read-only profile: %s, as main would refuse it',
    async (method) => {
      const [store, request] = await openedAs('the draft');
      useProfilesStore().accept({
        profiles: [testingProfile({ id: 'p', name: 'Live EU', readOnly: true })],
        activeId: 'p',
        notice: null,
      });
      request.rows = { ...request.rows, method };
      expect(store.blocked).toBe('Live EU is read-only: only GET is sent.');
      await store.send(request);
      expect(explorer.sendRequest).not.toHaveBeenCalled();
      request.rows = { ...request.rows, method: 'GET' };
      expect(store.blocked).toBeNull();
    },
  );

  it('keeps its ID across changes, and is written to disk with the send', async () => {
    const [store, request] = await openedAs('the draft');
    await store.send(request);
    expect(keptLast()).toBe('the draft');
    request.document.replace('{"amount":6}');
    await store.send(request);
    expect(sentOf()).toEqual(['the draft', 'the draft']);
    expect(keptLast()).toBe('the draft');
  });

  it('goes out as it is when Send is pressed, also while the disk does not answer', async () => {
    const [store, request] = await openedAs('the draft');
    explorer.keepRequestDraft.mockReturnValueOnce(new Promise(() => undefined));
    request.document.replace('{"amount":5}');
    void store.send(request);
    request.document.replace('{"amount":600}');
    await vi.waitFor(() => expect(explorer.sendRequest).toHaveBeenCalledOnce());
    expect(explorer.sendRequest.mock.lastCall?.[0]).toMatchObject({ request: { body: '{"amount":5}' } });
  });

  it('gets a new ID when it is started over or replaced, until that is undone', async () => {
    const [store, first] = await openedAs('the draft');
    first.document.replace('{"amount":6}');
    store.startOver(first);
    expect(store.active?.id).not.toBe('the draft');
    const undo = useUndoStore();
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(store.active?.id).toBe('the draft');
    store.take(OPENED, null);
    expect(store.active?.id).not.toBe('the draft');
    if (store.active !== null) await store.send(store.active);
    expect(sentOf()).toEqual([store.active?.id]);
    expect(keptLast()).toBe(store.active?.id);
  });

  it('keeps the family ID of the exchange that it was made from', async () => {
    const [store] = await openedAs('the draft');
    const made = { request: REQUEST, form: null, name: null, profileId: 'p', notes: [] };
    store.take({ ...made, familyId: 'the exchange' }, null);
    if (store.active !== null) await store.send(store.active);
    expect(explorer.sendRequest.mock.lastCall?.[0]).toMatchObject({ familyId: 'the exchange' });
    expect(keptLast()).toBe('the exchange');
  });

  it('is on disk after starting over, and is as before on disk once that is undone', async () => {
    const [store, request] = await openedAs('the draft');
    request.document.replace('{"amount":6}');
    expect(await bodyAtClosing()).toBe('{"amount":6}');
    store.startOver(request);
    expect(await bodyAtClosing()).toBe('');
    expect(keptLast()).toBe(store.active?.id);
    const undo = useUndoStore();
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(await bodyAtClosing()).toBe('{"amount":6}');
    expect(keptLast()).toBe('the draft');
  });

  it('is not written over the one that was opened in its place while it was sent', async () => {
    const [store, request] = await openedAs('the draft');
    let answer: (sent: Result<SendResult>) => void = () => undefined;
    explorer.sendRequest.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const sending = store.send(request);
    store.take(OPENED, null);
    answer(succeed({ kind: 'sent', exchange: exchangeOf(200, '') }));
    await sending;
    expect(await bodyAtClosing()).toBe(REQUEST.body);
    expect(keptLast()).toBe(store.active?.id);
  });

  it.each([
    ['replaced', (store: ReturnType<typeof useRequestsStore>) => store.take(OPENED, null)],
    [
      'started over',
      (store: ReturnType<typeof useRequestsStore>) => store.active && store.startOver(store.active),
    ],
  ])('has its answer to itself, also when it was %s while under way', async (_how, replace) => {
    const [store, request] = await openedAs('the draft');
    request.document.replace('{"amount":6}');
    let answer: (sent: Result<SendResult>) => void = () => undefined;
    explorer.sendRequest.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const sending = store.send(request);
    replace(store);
    expect(store.active?.sending.state.kind).toBe('idle');
    answer(succeed({ kind: 'sent', exchange: exchangeOf(201, '') }));
    await sending;
    expect(store.active?.sending.state.kind).toBe('idle');
    const undo = useUndoStore();
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(store.active?.sending.shown?.exchange.response?.status).toBe(201);
  });

  it('is not written for a GET request', async () => {
    const [store, request] = await openedAs('the draft');
    request.rows = { ...request.rows, method: 'GET' };
    await store.send(request);
    expect(sentOf()).toEqual(['the draft']);
    expect(explorer.keepRequestDraft).not.toHaveBeenCalled();
  });
});
