import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import { exchangeOf, unanswered } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import { useDatabaseStore } from '@renderer/stores/database';
import { useProfilesStore } from '@renderer/stores/profiles';
import type { DraftTab, SentDraft } from '../drafts/draft-tab';
import AnswerHead from './AnswerHead.vue';

/** The entry of the history; all that matters is whether there is one. */
let entry: object | null;
const openHistoryEntry = vi.fn(() => Promise.resolve(succeed(entry)));
beforeEach(() => {
  entry = {};
  openHistoryEntry.mockClear();
  setActivePinia(createPinia());
  const describeCredential = () => Promise.resolve(succeed({ profileId: unknown.profile.id, kind: 'none' }));
  vi.stubGlobal('explorer', { on: () => undefined, openHistoryEntry, describeCredential });
  // For the answer of another profile, a notice would replace the facts.
  const profiles = [testingProfile({ id: unknown.profile.id })];
  useProfilesStore().accept({ profiles, activeId: unknown.profile.id, notice: null });
});

const unknown = unanswered({ kind: 'failed', failure: 'sleep', detail: '', mayHaveArrived: true });

async function open(exchange = unknown, fields = {}) {
  const draft = { body: '' };
  const sent = { exchange, draft, revision: 0 } as unknown as SentDraft;
  const tab = { fields, revision: 0 } as unknown as DraftTab;
  const head = mount(AnswerHead, { props: { tab, sent } });
  await flushPromises();
  return head;
}

it('says in full why an outcome is unknown, and in its tooltip', async () => {
  const why = 'the computer was asleep before an answer came';
  const words = (await open()).findAll('p').find((one) => one.text() === why);
  expect(words?.attributes('title')).toBe(why);
  expect(words?.classes()).not.toContain('truncated');
});

it('says that an unknown outcome is kept in History, if it is', async () => {
  expect((await open()).text()).toMatch(/ · kept in History$/);
  useDatabaseStore().state = { kind: 'session-only', reason: 'locked', detail: '', showsKept: false };
  expect((await open()).text()).toMatch(/ · kept in History until the app is closed$/);
  entry = null;
  expect((await open()).text()).not.toContain('kept in History');
});

it('does not ask the history about a known outcome', async () => {
  expect((await open(exchangeOf(200, '{}'))).text()).not.toContain('kept in History');
  expect(openHistoryEntry).not.toHaveBeenCalled();
});

it('says that the request has changed since', async () => {
  expect((await open(unknown, { method: 'PUT' })).get('[role="status"]').text()).toBe(
    'The request has changed since this answer',
  );
});

it('says which profile an answer is from, rather than that the request has changed', async () => {
  useProfilesStore().accept({
    profiles: [testingProfile({ id: 'other' })],
    activeId: 'other',
    notice: null,
  });
  const head = await open(unknown, { method: 'PUT' });
  const { name, environment } = unknown.profile;
  expect(head.get('[role="status"]').text()).toBe(`From ${name} (${environment}), not the profile in use`);
});

it.each([
  [201, ['Expect 201']],
  // It could not be saved as an expectation.
  [999, []],
])('offers to expect a status of HTTP only: %i', async (status, offered) => {
  const buttons = (await open(exchangeOf(status, '{}'))).findAll('button').map((button) => button.text());
  expect(buttons.filter((words) => words.startsWith('Expect'))).toEqual(offered);
});
