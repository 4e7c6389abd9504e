import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useLiveFoldersStore } from '@renderer/stores/live-folders';
import DiskChoice from '@renderer/components/saved-requests/DiskChoice.vue';
import { useComposerStore } from './drafts/composer-store';
import { fakeMain, setUpComposer } from './drafts/testing-composer';
import DraftNotices from './DraftNotices.vue';

const FILE = { path: 'Charge.request.yaml', revision: 'r1', asked: 'a1', gone: false };
const onDisk = (file: Partial<typeof FILE>): SavedRequest => ({
  ...{ id: 's', folder: 'team', name: 'Charge', description: '', profileId: 'p', form: null },
  ...{ expectations: [], order: 0, example: null },
  request: requestOfDraft(draftWith({ body: 'theirs' })),
  file: { ...FILE, ...file },
});
const explorer = {
  ...fakeMain(),
  openSavedRequest: vi.fn<typeof window.explorer.openSavedRequest>(),
  saveRequest: vi.fn<typeof window.explorer.saveRequest>(({ request }) =>
    Promise.resolve(succeed({ request: { ...onDisk({}), ...request, id: 's' }, notes: [] })),
  ),
  listSavedRequests: vi.fn(() => Promise.resolve(succeed([]))),
};

/** The notices of a draft with unsaved changes, when its file is now in this state. */
async function noticesWith(file: Partial<typeof FILE>) {
  explorer.openSavedRequest.mockResolvedValue(succeed(onDisk(file)));
  setUpComposer(explorer);
  const composer = useComposerStore();
  await composer.start();
  const from = { name: 'Charge', profileId: 'p', savedId: 's', asked: 'a1' };
  const tab = composer.openDraft(draftWith({ body: 'one' }), from);
  tab.document.edit({ changes: { from: 0, to: 0, insert: 'mine ' } });
  const notices = mount(DraftNotices);
  await flushPromises();
  return notices;
}

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

it('saves over the file when the person keeps their own version', async () => {
  const notices = await noticesWith({ asked: 'a2', revision: 'r2' });
  await vi.dynamicImportSettled();
  notices.getComponent(DiskChoice).vm.$emit('keep');
  await flushPromises();
  expect(explorer.saveRequest.mock.lastCall?.[0].request).toMatchObject({
    request: { body: 'mine one' },
    file: { revision: 'r2' },
  });
});

it('offers to write a missing file again only while its folder exists', async () => {
  const notices = await noticesWith({ gone: true });
  expect(notices.text()).toContain('Save writes it again.');
  const problem = { code: 'live-folder-gone', title: 'The folder is not there', detail: null };
  const words = { meaning: '/team was moved.', nextStep: 'Restore it and try again.' };
  const folder = { id: 'f', name: 'team', path: '/team', polled: null, leftOut: [], broken: [], remarks: [] };
  useLiveFoldersStore().folders = [{ ...folder, problem: { ...problem, ...words } }];
  await flushPromises();
  expect(notices.text()).not.toContain('Save writes it again.');
  expect(notices.text()).toContain('The folder is not there. /team was moved. Restore it and try again.');
});

it('says that a file is in conflict rather than that it is gone, and which folder’s file it is', async () => {
  const notices = await noticesWith({ gone: true });
  const folder = { id: 'f', path: '/team', polled: null, leftOut: [], remarks: [], problem: null };
  const broken = { file: FILE.path, folder: 'other', why: 'Lines 3 to 7 are a merge conflict.' };
  useLiveFoldersStore().folders = [{ ...folder, name: 'other', broken: [broken] }];
  await flushPromises();
  expect(notices.text()).toContain('Save writes it again.');
  useLiveFoldersStore().folders = [{ ...folder, name: 'team', broken: [{ ...broken, folder: 'team' }] }];
  await flushPromises();
  expect(notices.text()).toContain('The file cannot be read: Lines 3 to 7 are a merge conflict.');
  expect(notices.text()).not.toContain('Save writes it again.');
});

it('says that the folder around a file cannot be read rather than that the file is gone', async () => {
  const notices = await noticesWith({ gone: true, path: 'Cards/Charge.request.yaml' });
  const folder = {
    id: 'f',
    name: 'team',
    path: '/team',
    polled: null,
    broken: [],
    remarks: [],
    problem: null,
  };
  const why = 'The folder cannot be read: permission is denied.';
  useLiveFoldersStore().folders = [{ ...folder, leftOut: [{ path: 'Card', why }] }];
  await flushPromises();
  expect(notices.text()).toContain('Save writes it again.');
  useLiveFoldersStore().folders = [{ ...folder, leftOut: [{ path: 'Cards', why }] }];
  await flushPromises();
  expect(notices.text()).toContain(`Cards: ${why}`);
  expect(notices.text()).not.toContain('Save writes it again.');
});
