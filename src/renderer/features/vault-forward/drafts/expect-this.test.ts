import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse, succeed, type Problem } from '@shared/problem';
import type { Expectation, RequestToSave, SavedRequest } from '@shared/requests/saved-requests';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useComposerInbox } from '@renderer/stores/composer-inbox';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { useUndoStore } from '@renderer/stores/undo';
import { useComposerStore } from './composer-store';
import { useExpectThis } from './expect-this';
import { fakeMain, setUpComposer } from './testing-composer';

const ID: Expectation = { kind: 'json-path', path: '$.id', is: { how: 'equals', value: '"a"' } };
const CREATED: Expectation = { kind: 'status', status: 201 };
const PROBLEM: Problem = {
  code: 'database-locked',
  title: 'Locked',
  meaning: 'm',
  nextStep: 'n',
  detail: null,
};

/** The saved request in main. */
let kept: SavedRequest | null;
const explorer = {
  ...fakeMain(),
  openSavedRequest: vi.fn<typeof window.explorer.openSavedRequest>(() => Promise.resolve(succeed(kept))),
  saveRequest: vi.fn<
    (argument: { request: RequestToSave }) => ReturnType<typeof window.explorer.saveRequest>
  >(({ request }) => {
    const saved = { ...request, id: request.id ?? 'new', order: 0, example: null };
    kept = saved;
    return Promise.resolve(succeed({ request: saved, notes: [] }));
  }),
  listSavedRequests: vi.fn(() => Promise.resolve(succeed([]))),
};

async function openTab(savedId: string | null) {
  setUpComposer(explorer);
  const composer = useComposerStore();
  await composer.start();
  return composer.openDraft(draftWith({ body: 'mine' }), { name: 'Charge', profileId: 'p', savedId });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  kept = {
    id: 's',
    folder: 'Cards',
    name: 'Charge',
    description: '',
    profileId: 'p',
    request: requestOfDraft(draftWith({ body: 'saved' })),
    form: null,
    expectations: [
      { kind: 'status', status: 200 },
      { kind: 'time', withinMs: 900 },
    ],
    order: 0,
    example: null,
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps both of two that are added at once', async () => {
  const tab = await openTab('s');
  const expectThis = useExpectThis();
  await Promise.all([expectThis(tab, ID), expectThis(tab, CREATED)]);
  expect(kept?.expectations).toEqual(expect.arrayContaining([ID, CREATED]));
});

it('adds an expectation to the saved request without changing its body, and can be undone', async () => {
  const tab = await openTab('s');
  tab.document.edit({ changes: { from: 0, to: 0, insert: 'changed ' } });
  const expectThis = useExpectThis();
  await expectThis(tab, ID);
  await expectThis(tab, CREATED);
  expect(kept?.request.body).toBe('saved');
  expect(tab.saved?.unsaved).toBe(true);
  expect(kept?.expectations).toEqual([CREATED, { kind: 'time', withinMs: 900 }, ID]);
  const undo = useUndoStore();
  expect(undo.entries.map(({ words }) => words)).toEqual([
    '“Charge” expects: status 201.',
    '“Charge” expects: $.id equals "a".',
  ]);
  // Undoes the older one first: the expectation that was added after it stays.
  await undo.undo(undo.entries[1]?.id ?? 0);
  expect(kept?.expectations).toEqual([CREATED, { kind: 'time', withinMs: 900 }]);
  await undo.undo(undo.entries[0]?.id ?? 0);
  expect(kept?.expectations).toEqual([
    { kind: 'time', withinMs: 900 },
    { kind: 'status', status: 200 },
  ]);
  expect(undo.entries).toEqual([]);
});

it('says so if it is already expected, and says why it cannot be saved', async () => {
  const tab = await openTab('s');
  await useExpectThis()(tab, { kind: 'status', status: 200 });
  expect(explorer.saveRequest).not.toHaveBeenCalled();
  expect(useComposerInbox().notes).toEqual(['“Charge” already expects this: status 200.']);
  explorer.saveRequest.mockResolvedValueOnce(refuse(PROBLEM));
  await useExpectThis()(tab, ID);
  expect(useComposerInbox().notes).toEqual(['Locked. m n']);
  expect(useUndoStore().entries).toEqual([]);
});

it('offers to save a draft that has no saved request, or whose request is gone', async () => {
  await useExpectThis()(await openTab(null), ID);
  expect(useSavedRequestsStore().offered).toMatchObject({ name: 'Charge', expected: ID });
  kept = null;
  await useExpectThis()(await openTab('s'), CREATED);
  expect(useSavedRequestsStore().offered).toMatchObject({ name: 'Charge', expected: CREATED });
});
