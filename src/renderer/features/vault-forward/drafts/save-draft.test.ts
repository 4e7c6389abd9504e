import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Expectation, RequestToSave, SavedRequest } from '@shared/requests/saved-requests';
import { refuse, succeed, type Problem } from '@shared/problem';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useComposerInbox } from '@renderer/stores/composer-inbox';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { useComposerStore } from './composer-store';
import { useSaidStore, useSaveDraft } from './save-draft';
import { fakeMain, setUpComposer } from './testing-composer';

const EXPECTED: readonly Expectation[] = [{ kind: 'status', status: 201 }];
const KNOWN: SavedRequest = {
  id: 's',
  folder: 'Cards',
  name: 'Charge',
  description: 'What it is for',
  profileId: 'p',
  request: requestOfDraft(draftWith({})),
  form: null,
  expectations: EXPECTED,
  order: 0,
  example: null,
};
const PROBLEM: Problem = { code: 'keychain-locked', title: 't', meaning: 'm', nextStep: 'n', detail: null };

type Saving = (argument: {
  request: RequestToSave;
  withoutSecrets: boolean;
}) => ReturnType<typeof window.explorer.saveRequest>;
const explorer = {
  ...fakeMain(),
  openSavedRequest: vi.fn<typeof window.explorer.openSavedRequest>(() => Promise.resolve(succeed(KNOWN))),
  saveRequest: vi.fn<Saving>(({ request }) =>
    Promise.resolve(
      succeed({ request: { ...KNOWN, ...request, id: request.id ?? 'new' }, notes: ['Masked.'] }),
    ),
  ),
  listSavedRequests: vi.fn(() => Promise.resolve(succeed([]))),
};

async function openSaved(body = 'mine') {
  setUpComposer(explorer);
  const composer = useComposerStore();
  await composer.start();
  return composer.openDraft(draftWith({ body }), { name: 'Charge', profileId: 'p', savedId: 's' });
}

beforeEach(() => {
  // These tests are not about autosaving, which happens a moment later.
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['into its saved request', 's'],
  ['as a new one', null],
])(
  'tells the family of the draft when saved %s, and the draft joins that of the saved request',
  async (_how, savedId) => {
    setUpComposer(explorer);
    const composer = useComposerStore();
    await composer.start();
    const tab = composer.openDraft(draftWith({}), { profileId: 'p', savedId });
    const before = tab.familyId;
    explorer.saveRequest.mockResolvedValueOnce(
      succeed({ request: { ...KNOWN, familyId: 'of the saved request' }, notes: [] }),
    );
    await useSaveDraft().save(tab);
    const saved = useSavedRequestsStore();
    if (saved.offered !== null) {
      const { familyId, request, form, profileId, name } = saved.offered;
      const asked = { id: null, folder: '', name, description: '', profileId, request, form, familyId };
      await saved.save({ ...asked, expectations: [] }, false, saved.offered);
    }
    expect(explorer.saveRequest.mock.lastCall?.[0].request.familyId).toBe(before);
    expect(tab.familyId).toBe('of the saved request');
    // A copy that is opened later shares it.
    composer.duplicate(tab);
    expect(composer.tabs.at(-1)?.familyId).toBe('of the saved request');
  },
);

it('saves into the request of the draft, keeping its folder and expectations, without asking', async () => {
  const tab = await openSaved();
  tab.document.edit({ changes: { from: 0, to: 0, insert: 'changed ' } });
  expect(tab.saved?.unsaved).toBe(true);
  await useSaveDraft().save(tab);
  const { id, folder, name, description, expectations } = KNOWN;
  expect(explorer.saveRequest).toHaveBeenCalledOnce();
  expect(explorer.saveRequest.mock.lastCall?.[0]).toMatchObject({
    withoutSecrets: false,
    request: { id, folder, name, description, expectations, request: { body: 'changed mine' } },
  });
  expect(tab.saved).toEqual({ id: 's', unsaved: false });
  expect(useSavedRequestsStore().offered).toBeNull();
  expect(useComposerInbox().notes).toEqual(['Masked.']);
});

it('confirms a save for a moment', async () => {
  await useSaveDraft().save(await openSaved());
  expect(useSaidStore().said).toBe('Saved “Charge”.');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(useSaidStore().said).toBeNull();
});

it('stays unsaved if something was typed during the save', async () => {
  const tab = await openSaved();
  const saving = useSaveDraft().save(tab);
  tab.document.edit({ changes: { from: 0, to: 0, insert: 'later ' } });
  await saving;
  expect(tab.saved).toEqual({ id: 's', unsaved: true });
});

it('asks for a name if the request is gone or cannot be saved', async () => {
  const tab = await openSaved();
  const saved = useSavedRequestsStore();
  explorer.openSavedRequest.mockResolvedValueOnce(succeed(null));
  await useSaveDraft().save(tab);
  expect(saved.offered?.name).toBe('Charge');
  expect(explorer.saveRequest).not.toHaveBeenCalled();
  saved.endOffer();

  explorer.saveRequest.mockResolvedValueOnce(refuse(PROBLEM));
  await useSaveDraft().save(tab);
  expect([saved.offered?.name, saved.lastFolder]).toEqual(['Charge', 'Cards']);
  expect(saved.offered?.refused).toEqual(PROBLEM);
  // The tab is now a version of the request that the dialog saved.
  await saved.save({ ...KNOWN, id: 'other', name: 'Charge 2' }, true, saved.offered);
  expect([tab.name, tab.saved]).toEqual(['Charge 2', { id: 'other', unsaved: false }]);
});

it('does not bind another draft that is offered during the save', async () => {
  const tab = await openSaved();
  const saved = useSavedRequestsStore();
  const saving = useSaveDraft().save(tab);
  const other = useComposerStore().openDraft(draftWith({ body: 'other' }), { name: 'Other' });
  useSaveDraft().saveAs(other);
  await saving;
  expect([other.name, other.saved]).toEqual(['Other', null]);
  expect([saved.offered?.name, tab.saved]).toEqual(['Other', { id: 's', unsaved: false }]);
});
