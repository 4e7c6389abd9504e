import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse, succeed, type Problem } from '@shared/problem';
import type { FileOfRequest } from '@shared/requests/live-folder';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useLiveFoldersStore } from '@renderer/stores/live-folders';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { useComposerStore } from './composer-store';
import { bodyOf, type DraftTab } from './draft-tab';
import { useSaveDraft } from './save-draft';
import { textOfAsked, useSavedOnDiskStore } from './saved-on-disk';
import { fakeMain, setUpComposer } from './testing-composer';

const FILE: FileOfRequest = { path: 'Charge.request.yaml', revision: 'r1', asked: 'a1', gone: false };
const CHANGED: Problem = {
  ...{ code: 'request-changed-on-disk', title: 'Changed on disk', meaning: 'm', nextStep: 'n', detail: null },
};

function onDisk(body: string, file: Partial<FileOfRequest> = {}): SavedRequest {
  return {
    ...{ id: 's', folder: 'team', name: 'Charge', description: '', profileId: 'p', form: null },
    ...{ expectations: [], order: 0, example: null },
    request: requestOfDraft(draftWith({ body })),
    file: { ...FILE, ...file },
  };
}

const explorer = {
  ...fakeMain(),
  openSavedRequest: vi.fn<typeof window.explorer.openSavedRequest>(),
  saveRequest: vi.fn<typeof window.explorer.saveRequest>(({ request }) =>
    Promise.resolve(
      succeed({
        request: { ...onDisk(''), ...request, id: 's', file: { ...FILE, asked: 'saved' } },
        notes: [],
      }),
    ),
  ),
  listSavedRequests: vi.fn(() => Promise.resolve(succeed([]))),
};

let tab: DraftTab;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  explorer.openSavedRequest.mockResolvedValue(succeed(onDisk('one')));
  setUpComposer(explorer);
  const composer = useComposerStore();
  await composer.start();
  tab = composer.openDraft(draftWith({ body: 'one' }), {
    name: 'Charge',
    profileId: 'p',
    savedId: 's',
    asked: 'a1',
  });
  useSavedOnDiskStore();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const type = (): void => tab.document.edit({ changes: { from: 0, to: 0, insert: 'mine ' } });
async function isNow(theirs: SavedRequest | null): Promise<void> {
  explorer.openSavedRequest.mockResolvedValue(succeed(theirs));
  useLiveFoldersStore().changes += 1;
  await vi.advanceTimersByTimeAsync(10);
}
const state = () => useSavedOnDiskStore().active;

it('follows its file while nothing is unsaved', async () => {
  await isNow(onDisk('two', { asked: 'a2' }));
  expect(bodyOf(tab)).toBe('two');
  expect(tab.saved).toEqual({ id: 's', unsaved: false, asked: 'a2' });
  expect(state()).toBeNull();
});

it('keeps what is typed when the file changes, and saves only after the person has compared', async () => {
  type();
  await isNow(onDisk('two', { asked: 'a2', revision: 'r2' }));
  expect(bodyOf(tab)).toBe('mine one');
  expect(state()).toMatchObject({ kind: 'changed', path: FILE.path });
  await useSaveDraft().save(tab);
  expect(explorer.saveRequest).not.toHaveBeenCalled();
  expect(useSavedOnDiskStore().comparing).toBe(true);

  const theirs = onDisk('two', { asked: 'a2', revision: 'r2' });
  useSavedOnDiskStore().keep(tab, theirs);
  expect(bodyOf(tab)).toBe('mine one');
  await useSaveDraft().save(tab);
  expect(explorer.saveRequest.mock.lastCall?.[0].request).toMatchObject({
    request: { body: 'mine one' },
    file: { revision: 'r2' },
  });
  expect(tab.saved).toEqual({ id: 's', unsaved: false, asked: 'saved' });
});

it('takes over the file’s version on request', async () => {
  type();
  const theirs = onDisk('two', { asked: 'a2' });
  await isNow(theirs);
  useSavedOnDiskStore().take(tab, theirs);
  expect(bodyOf(tab)).toBe('two');
  expect(tab.saved).toEqual({ id: 's', unsaved: false, asked: 'a2' });
  expect(state()).toBeNull();
});

it('says that the file is gone, keeps what was typed, and can write the file again', async () => {
  type();
  await isNow(onDisk('one', { gone: true }));
  expect(state()).toEqual({ kind: 'gone', path: FILE.path, folder: 'team' });
  expect(bodyOf(tab)).toBe('mine one');
  await isNow(onDisk('one'));
  expect(state()).toBeNull();
  expect(tab.saved).toEqual({ id: 's', unsaved: true, asked: 'a1' });
  // If the file is gone, saving writes it again.
  await isNow(onDisk('one', { gone: true }));
  await useSaveDraft().save(tab);
  expect(explorer.saveRequest).toHaveBeenCalledOnce();
});

it('does not ask for a name when main refuses to overwrite a file that has just changed', async () => {
  type();
  explorer.saveRequest.mockResolvedValueOnce(refuse(CHANGED));
  await useSaveDraft().save(tab);
  expect(useSavedRequestsStore().offered).toBeNull();
  expect(tab.saved?.unsaved).toBe(true);
});

it('compares without secret values', () => {
  const { request, form } = onDisk('body');
  const headers = [{ name: 'authorization', value: 'CANARY', secret: true }];
  expect(textOfAsked({ request: { ...request, headers }, form })).toBe('authorization: (secret)\n\nbody\n');
});
