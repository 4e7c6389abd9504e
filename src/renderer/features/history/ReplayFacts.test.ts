import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { nextTick } from 'vue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HistoryEntry } from '@shared/history/history';
import { testingReplayPlan } from '@shared/testing/replay-plan';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useHistoryDetailStore } from './detail-store';
import ReplayFacts from './ReplayFacts.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { on: () => undefined, describeCredential: () => new Promise(() => undefined) });
});
afterEach(() => vi.unstubAllGlobals());

const entryTo = (destination: string): HistoryEntry =>
  ({
    ...{ id: 'e', operation: 'vault_forward', method: 'POST', destination },
    startedAt: '2026-11-25T10:00:00.000Z',
  }) as unknown as HistoryEntry;
const factsOf = (destination: string) =>
  mount(ReplayFacts, {
    props: { entry: entryTo(destination), plan: testingReplayPlan(), hasNewValues: false },
  });

it('shows the address that a replay goes to, not the one that it went to', () => {
  const entry = {
    ...entryTo(''),
    ...{ operation: 'list_buyers', destination: null, url: 'https://old.example/v1/a' },
  };
  const plan = testingReplayPlan({ address: 'GET https://new.example/v2/a' });
  const facts = mount(ReplayFacts, { props: { entry: entry as HistoryEntry, plan, hasNewValues: false } });
  expect(facts.get('dd').text()).toBe('GET https://new.example/v2/a');
});

it('shows the address with new values once these are chosen, whether it is forwarded or not', async () => {
  for (const destination of [null, 'GET https://old.example/a']) {
    const entry = { ...entryTo(''), method: 'GET', url: 'https://old.example/a', destination };
    const variables = { names: ['order'], missing: [], address: 'GET https://new.example/b' };
    const plan = testingReplayPlan({ address: 'GET https://old.example/a', variables });
    const facts = mount(ReplayFacts, { props: { entry, plan, hasNewValues: false } });
    expect(facts.get('dd').text()).toBe('GET https://old.example/a');
    await facts.setProps({ hasNewValues: true });
    expect(facts.get('dd').text()).toBe('GET https://new.example/b');
  }
});

it('names the token of a profile only if it has one', async () => {
  const profiles = useProfilesStore();
  const profile = testingProfile({ id: 'p', name: 'Acme' });
  profiles.accept({ profiles: [profile], activeId: 'p', notice: null });
  profiles.acceptCredential({ profileId: 'p', kind: 'none' });
  const facts = factsOf('POST https://psp.example/charge');
  const token = (): string => facts.findAll('dd').at(-1)?.text() ?? '';
  expect(token()).toBe('Acme: no token');
  const held = { kind: 'token', home: 'keychain', claims: null } as const;
  profiles.acceptCredential({ ...held, profileId: 'p' });
  await nextTick();
  expect(token()).toBe('a fresh one from Acme');
});

it('hides a key or a password that was typed into the address of a replay', () => {
  const destination = 'POST https://me:s3cret@psp.example/charge?api_key=s3cret&page=2';
  const facts = factsOf(destination);
  expect(facts.get('dd').text()).toContain('psp.example/charge?api_key=••••••••&page=2');
  expect(facts.html()).not.toContain('s3cret');
});

it('gives the size with which the body was sent, not that of the masked one', () => {
  const body = { kind: 'text', text: '{"cvv":"•••"}', bytes: 19, sentBytes: 13, bodyId: null };
  const entry = entryTo('POST https://psp.example/charge');
  useHistoryDetailStore().detail = { entry, exchange: { request: { body } } } as never;
  expect(factsOf('POST https://psp.example/charge').text()).toContain('the same 13 bytes as at');
});
