import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  SERVICE_UNREACHABLE,
  TOKEN_REFUSED,
  unaskedLine,
  type SessionLine,
} from '@shared/history/session-outcome';
import { refuse, succeed, type Result } from '@shared/problem';
import { readUuids } from '@shared/text/uuid';
import { testingProfile } from '@shared/testing/testing-profile';
import ActionMenu from '@renderer/components/ActionMenu.vue';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import { useStatusStore } from '@renderer/stores/status';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import BulkHead from './BulkHead.vue';
import { useBulkStore } from './bulk-store';

const IDS = ['11111111-0000-4000-8000-000000000001', '22222222-0000-4000-8000-000000000002'];

/** Answers the look-up in progress, in place of main. */
let answer: (result: Result<readonly SessionLine[] | null>) => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: vi.fn(),
    listRecentSessions: vi.fn(() => Promise.resolve(succeed([]))),
    listSessionLists: vi.fn(() => Promise.resolve(succeed([]))),
    describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
    lookUpSessions: vi.fn(() => new Promise((resolve) => (answer = resolve))),
    cancelCall: vi.fn(() => {
      answer(succeed(IDS.map((id) => unaskedLine(id, 'cancelled'))));
      return Promise.resolve(succeed(true));
    }),
  });
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const button = (wrapper: VueWrapper, name: string) =>
  wrapper.findAll('button').find((each) => (each.attributes('aria-label') ?? each.text()).startsWith(name));

it('ignores the second click of a double click on Cancel, instead of pressing what took its place', async () => {
  const store = useBulkStore();
  void store.start(readUuids(IDS.join(' ')));
  const { list } = store;
  if (list === null) throw new Error('there is no list');
  const wrapper = mount(BulkHead, {
    attachTo: document.body,
    props: { list, counts: new Map([['cancelled', 2] as const]) },
    global: { plugins: [routerOf()] },
  });
  await button(wrapper, 'Cancel')?.trigger('click');
  await flushPromises();
  const cancelled = store.list;
  await wrapper.setProps({ list: cancelled ?? list });
  vi.advanceTimersByTime(300);
  await button(wrapper, 'Resume')?.trigger('click');
  await button(wrapper, 'Close list')?.trigger('click');
  expect(store.list?.id).toBe(list.id);
  expect(store.list?.running).toBe(false);
  vi.advanceTimersByTime(1_000);
  await button(wrapper, 'Close list')?.trigger('click');
  expect(store.list).toBeNull();
});

it('moves the focus from a button that disappears to the one in its place', async () => {
  const store = useBulkStore();
  void store.start(readUuids(IDS.join(' ')));
  const { list } = store;
  if (list === null) throw new Error('there is no list');
  const box = document.createElement('textarea');
  box.id = 'session-id';
  document.body.append(box);
  const wrapper = mount(BulkHead, {
    attachTo: document.body,
    props: { list, counts: new Map([['cancelled', 2] as const]) },
    global: { plugins: [routerOf()] },
  });
  const focused = () =>
    document.activeElement instanceof HTMLButtonElement ? document.activeElement.textContent : null;
  const click = (name: string) => {
    button(wrapper, name)?.element.focus();
    vi.advanceTimersByTime(1_000);
    return button(wrapper, name)?.trigger('click');
  };
  const press = async (name: string): Promise<void> => {
    await click(name);
    await flushPromises();
    await wrapper.setProps({ list: store.list ?? list });
  };
  await press('Cancel');
  await vi.waitFor(() => expect(focused()).toContain('Resume: 2 left'));
  await press('Resume');
  await vi.waitFor(() => expect(focused()).toContain('Cancel'));
  await press('Cancel');
  // The head disappears in the same tick, as a screen without a list has none.
  void click('Close list');
  wrapper.unmount();
  await vi.waitFor(() => expect(document.activeElement).toBe(box));
  box.remove();
});

it('says what the first list of a run is waiting for, which main reported before the head was shown', async () => {
  const store = useBulkStore();
  void store.start(readUuids(IDS.join(' ')));
  const { list } = store;
  if (list?.callId == null) throw new Error('there is no list under way');
  const note = 'rate limited by the service: waiting 12 s';
  for (const [name, listener] of vi.mocked(window.explorer.on).mock.calls)
    if (name === 'callProgress')
      Reflect.apply(listener, undefined, [{ callId: list.callId, note, until: Date.now() + 12_000 }]);
  const wrapper = mount(BulkHead, {
    props: { list, counts: new Map([['waiting', 2] as const]) },
    global: { plugins: [routerOf()] },
  });
  expect(wrapper.text()).toContain(note);
  const [notice, said, left] = wrapper.findAll('[role="status"], [role="status"] + [aria-hidden="true"]');
  expect(notice?.text()).toBe('');
  expect(said?.text()).not.toContain('left');
  expect(left?.text()).toMatch(/^· 1[0-3] s left$/);
});

it('sets the status bar on its own profile: that it is in progress, then how many are looked up; under another profile, its head says whose it is', async () => {
  const store = useBulkStore();
  const status = useStatusStore();
  void store.start(readUuids(IDS.join(' ')));
  const { list } = store;
  if (list === null) throw new Error('there is no list');
  const wrapper = mount(BulkHead, {
    props: { list, counts: new Map([['waiting', 2] as const]) },
    global: { plugins: [routerOf()] },
  });
  await flushPromises();
  expect(status.words).toBe('Looking up 2 sessions');
  await wrapper.setProps({ list: { ...list, running: false }, counts: new Map([['waiting', 1] as const]) });
  expect(status.words).toBe('1 of 2 looked up');
  const profiles = ['p', 'q'].map((id) => testingProfile({ id }));
  useProfilesStore().accept({ profiles, activeId: 'q', notice: null });
  await flushPromises();
  expect(status.words).toBeNull();
  expect(wrapper.text()).toContain(
    `From ${list.profile.name} (${list.profile.environment}), not the profile`,
  );
});

it('says in the status bar and beside its name that it stopped because the service could not be reached, and how many were requested', async () => {
  const store = useBulkStore();
  // Not asked for at the end: a store of an earlier test, when it acts, makes its own pinia the active one.
  const status = useStatusStore();
  const looking = store.start(readUuids(IDS.join(' ')));
  const [first = '', second = ''] = IDS;
  answer(
    succeed([
      { ...unaskedLine(first, 'cancelled'), outcome: 'failed', message: null, exchangeId: 'e' },
      { ...unaskedLine(second, 'cancelled'), message: SERVICE_UNREACHABLE },
    ]),
  );
  await looking;
  const { list } = store;
  if (list === null) throw new Error('there is no list');
  const counts = new Map([
    ['failed', 1],
    ['cancelled', 1],
  ] as const);
  const wrapper = mount(BulkHead, { props: { list, counts }, global: { plugins: [routerOf()] } });
  await flushPromises();
  expect(status.words).toBe('1 of 2 looked up: stopped, as the service could not be reached');
  expect(wrapper.text()).toContain('stopped, as the service could not be reached');
});

it('says that it stopped because of the token, and goes on with all that this kept from it', async () => {
  const store = useBulkStore();
  const looking = store.start(readUuids(IDS.join(' ')));
  const [first = '', second = ''] = IDS;
  answer(
    succeed([
      { ...unaskedLine(first, 'waiting'), outcome: 'no access', status: 401, exchangeId: 'e' },
      { ...unaskedLine(second, 'cancelled'), message: TOKEN_REFUSED },
    ]),
  );
  await looking;
  const { list } = store;
  if (list === null) throw new Error('there is no list');
  const counts = new Map([
    ['no-access', 1],
    ['cancelled', 1],
  ] as const);
  const wrapper = mount(BulkHead, { props: { list, counts }, global: { plugins: [routerOf()] } });
  expect(wrapper.text()).toContain('stopped, as the service does not accept the token');
  expect(button(wrapper, 'Edit profile')).toBeDefined();
  expect(button(wrapper, 'Retry')).toBeUndefined();
  const resume = button(wrapper, 'Resume');
  // Only one of them is left in the line of the list.
  expect(resume?.text()).toBe('Resume: 2 to ask');
  await resume?.trigger('click');
  await flushPromises();
  expect(vi.mocked(window.explorer.lookUpSessions).mock.lastCall?.[0].sessionIds).toEqual(IDS);
});

it('requests again those whose token was refused, and no others', async () => {
  const store = useBulkStore();
  const looking = store.start(readUuids(IDS.join(' ')));
  const [first = '', second = ''] = IDS;
  answer(
    succeed([
      { ...unaskedLine(first, 'waiting'), outcome: 'no access', status: 403, exchangeId: 'e' },
      { ...unaskedLine(second, 'waiting'), outcome: 'no access', status: 401, exchangeId: 'f' },
    ]),
  );
  await looking;
  const { list } = store;
  if (list === null) throw new Error('there is no list');
  const counts = new Map([['no-access', 2] as const]);
  const wrapper = mount(BulkHead, { props: { list, counts }, global: { plugins: [routerOf()] } });
  await button(wrapper, 'Retry 1: token refused')?.trigger('click');
  await flushPromises();
  expect(vi.mocked(window.explorer.lookUpSessions).mock.lastCall?.[0].sessionIds).toEqual([second]);
});

it('keeps a name that main refuses in its open field, with the reason, and a half-typed one while another list is open', async () => {
  const problem = { code: 'x', title: 'Busy', meaning: '', nextStep: '', detail: null };
  const nameSessionList = vi.fn(async () => refuse(problem));
  vi.stubGlobal('explorer', { ...window.explorer, nameSessionList });
  const store = useBulkStore();
  const looking = store.start(readUuids(IDS.join(' ')));
  answer(succeed(IDS.map((id) => unaskedLine(id, 'cancelled'))));
  await looking;
  const { list } = store;
  if (list === null) throw new Error('there is no list');
  const wrapper = mount(BulkHead, {
    attachTo: document.body,
    props: { list, counts: new Map() },
    global: { plugins: [routerOf()] },
  });
  const beginNaming = async (): Promise<void> => {
    const actions = wrapper.getComponent(ActionMenu).props('actions');
    const listed = typeof actions === 'function' ? actions() : actions;
    listed.find(({ label }) => label === 'Name this list…')?.run();
    await flushPromises();
  };
  const typedName = () => wrapper.find<HTMLInputElement>('[aria-label="List name"]');
  await beginNaming();
  await typedName().setValue('Friday');
  await wrapper.get('form').trigger('submit');
  await flushPromises();
  expect(nameSessionList).toHaveBeenCalledExactlyOnceWith({ listId: list.id, name: 'Friday' });
  expect(typedName().element.value).toBe('Friday');
  expect(typedName().attributes('aria-invalid')).toBe('true');
  const describedBy = document.getElementById(typedName().attributes('aria-describedby') ?? '');
  expect(describedBy?.textContent).toContain('Busy');

  await wrapper.setProps({ list: { ...list, id: 'other' } });
  expect(typedName().exists()).toBe(false);
  expect(wrapper.text()).not.toContain('Busy');
  await beginNaming();
  expect(typedName().element.value).toBe('');
  await wrapper.setProps({ list });
  await beginNaming();
  expect(typedName().element.value).toBe('Friday');
  wrapper.unmount();
});

it('counts in its heading as many entries as there are rows', async () => {
  const store = useBulkStore();
  void store.start(readUuids(`${IDS.join('\n')}\n11111111-0000-4000-8000-00000000000`));
  const { list } = store;
  if (list === null) throw new Error('there is no list');
  const wrapper = mount(BulkHead, { props: { list, counts: new Map() }, global: { plugins: [routerOf()] } });
  await flushPromises();
  expect(list.table.rows.length).toBe(3);
  expect(wrapper.get('h2').text()).toBe('2 sessions, 1 not an ID');
});
