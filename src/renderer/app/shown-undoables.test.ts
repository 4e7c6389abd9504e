import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it } from 'vitest';
import { succeed } from '@shared/problem';
import { useProfilesStore } from '../stores/profiles';
import { useUndoStore } from '../stores/undo';
import { useShownUndoables } from './shown-undoables';

beforeEach(() => setActivePinia(createPinia()));

it('is shown on its screen, and under its profile', async () => {
  const store = useUndoStore();
  const profiles = useProfilesStore();
  const shown = useShownUndoables();
  const words = (): readonly string[] => shown.value.map((entry) => entry.words);
  profiles.activeId = 'a';
  store.screen = 'sessions';
  store.offer('Closed a list.', async () => succeed(null), 1_000);
  store.offer('Cleared look-ups.', async () => succeed(null), 1_000, { profileId: 'a' });
  expect(words()).toEqual(['Cleared look-ups.', 'Closed a list.']);
  profiles.activeId = 'b';
  expect(words()).toEqual(['Closed a list.']);
  store.screen = 'buyers';
  expect(words()).toEqual([]);
  store.offer('Cleared the history.', async () => succeed(null), 1_000, { missedOn: 'history' });
  expect(words()).toEqual(['Cleared the history.']);
  store.screen = 'history';
  expect(words()).toEqual(['Cleared the history.']);
  store.screen = 'sessions';
  profiles.activeId = 'a';
  expect(words()).toHaveLength(2);
});
