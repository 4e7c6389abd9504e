import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { unaskedLine } from '@shared/history/session-outcome';
import { succeed } from '@shared/problem';
import { readUuids } from '@shared/text/uuid';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useBulkStore } from './bulk-store';
import { deleteList } from './delete-list';
import { routerOf } from '@renderer/stores/router.fixture';
import KeptLists from './KeptLists.vue';
import { textKey, useKeptTextsStore } from '@renderer/stores/kept-texts';
import { closePage, fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { useUndoStore } from '@renderer/stores/undo';
import { useKeptListsStore } from './kept-lists-store';

afterEach(() => void vi.unstubAllGlobals());

it('says which of two lists with the same name a button deletes', async () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const lists = mount(KeptLists, { global: { plugins: [routerOf()] } });
  const of = { profileId: 'p', total: 7, counts: { found: 7 } };
  useKeptListsStore().entries = [
    { ...of, id: 'a', name: 'Monday', lookedUpAt: '2026-11-21T09:00:07Z' },
    { ...of, id: 'b', name: null, lookedUpAt: '2026-11-21T09:00:00Z' },
    { ...of, id: 'c', name: 'Monday', lookedUpAt: '2026-11-21T09:00:09Z' },
  ];
  await nextTick();
  expect(lists.findAll('[aria-label]').map((each) => each.attributes('aria-label'))).toEqual([
    'Lists',
    'Delete the list Monday, looked up 2026-11-21 09:00:07 UTC',
    'Delete the list 7 sessions',
    'Delete the list Monday, looked up 2026-11-21 09:00:09 UTC',
  ]);
});

it('says of a list that runs that it is being looked up, not how far it had come before', async () => {
  const lines = [unaskedLine('11111111-0000-4000-8000-000000000001', 'cancelled')];
  const lookedUpAt = '2026-11-21T09:00:07Z';
  const entry = { id: 'a', profileId: 'p', name: null, lookedUpAt, total: 1, counts: { cancelled: 1 } };
  vi.stubGlobal('explorer', {
    on: () => undefined,
    describeCredential: () => new Promise(() => undefined),
    listRecentSessions: () => Promise.resolve(succeed([])),
    listSessionLists: () => Promise.resolve(succeed([entry])),
    openSessionList: () => Promise.resolve(succeed({ summary: entry, lines })),
    lookUpSessions: () => new Promise(() => undefined),
  });
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  const lists = mount(KeptLists, { global: { plugins: [routerOf()] } });
  await useBulkStore().openKept(entry);
  await flushPromises();
  expect(lists.get('[data-row]').text()).toContain('1 left');
  void useBulkStore().lookAgain(() => true);
  await nextTick();
  expect(lists.get('[data-row]').text()).toContain('being looked up');
  expect(lists.get('[data-row]').text()).not.toContain('left');
});

it('has a list as soon as main keeps it, which is just before it asks for the first session', async () => {
  let tell: (event: { callId: string; lines: readonly [] }) => void = () => undefined;
  const listSessionLists = vi.fn(() => Promise.resolve(succeed<object[]>([])));
  vi.stubGlobal('explorer', {
    on: (what: string, listen: typeof tell) => {
      const before = tell;
      if (what === 'sessionLines') tell = (event) => [before, listen].forEach((each) => each(event));
    },
    describeCredential: () => new Promise(() => undefined),
    listRecentSessions: () => Promise.resolve(succeed([])),
    listSessionLists,
    lookUpSessions: () => new Promise(() => undefined),
  });
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  const lists = mount(KeptLists, { global: { plugins: [routerOf()] } });
  const bulk = useBulkStore();
  void bulk.start(readUuids('11111111-0000-4000-8000-000000000001'));
  await flushPromises();
  expect(lists.find('[data-row]').exists()).toBe(false);
  const { id = '', callId } = bulk.list ?? {};
  const kept = { id, profileId: 'p', name: null, total: 1, lookedUpAt: '2026-11-21T09:00:07Z', counts: {} };
  listSessionLists.mockResolvedValue(succeed([kept]));
  for (let times = 0; times < 3; times++) tell({ callId: callId ?? '', lines: [] });
  await flushPromises();
  expect(lists.get('[data-row]').text()).toContain('being looked up');
  // Once on opening, and once for all events of the list.
  expect(listSessionLists).toHaveBeenCalledTimes(2);
});

it('writes nothing that was typed for a list after its deletion, and all of it after an Undo', async () => {
  const main = {
    ...fakeTexts(),
    on: () => undefined,
    listSessionLists: () => Promise.resolve(succeed([])),
    deleteSessionList: () => Promise.resolve(succeed(null)),
    undoDeleteSessionList: () => Promise.resolve(succeed(null)),
  };
  vi.stubGlobal('explorer', main);
  setActivePinia(createPinia());
  const text = { key: textKey('list', 'a', 'name'), text: 'Mon' };
  useKeptTextsStore().keep(text.key, text.text);
  const lookedUpAt = '2026-11-21T09:00:07Z';
  await deleteList({ id: 'a', profileId: 'p', name: null, total: 1, counts: { found: 1 }, lookedUpAt });
  closePage();
  expect(main.keepTyped).not.toHaveBeenCalled();
  const undo = useUndoStore();
  expect(undo.entries[0]?.words).toBe('Deleted the list of 1 session.');
  await undo.undo(undo.entries[0]?.id ?? -1);
  closePage();
  expect(main.keepTyped.mock.calls).toEqual([[text]]);
});
