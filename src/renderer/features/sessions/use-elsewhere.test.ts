import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { createApp } from 'vue';
import { succeed } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { testingProfile } from '@shared/testing/testing-profile';
import { exchangeOf } from '@shared/testing/exchanges';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import { useElsewhere } from './use-elsewhere';

const SESSION = '11111111-0000-4000-8000-000000000001';

const profileOf = (id: string): Profile => testingProfile({ id, name: id, merchantAccountId: null });

const explorer = {
  on: vi.fn(),
  describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
  listRecentSessions: vi.fn(() => Promise.resolve(succeed([]))),
  listSessionLists: vi.fn(() => Promise.resolve(succeed([]))),
  lookUpElsewhere: vi.fn(() => Promise.resolve(succeed([]))),
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('explorer', explorer);
  const pinia = createPinia();
  createApp({}).use(pinia).use(routerOf());
  setActivePinia(pinia);
});

it('looks up the session on exactly the profiles that it lists', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
  useProfilesStore().accept({ profiles: ids.map(profileOf), activeId: 'p0', notice: null });
  const { tryAll, elsewhere } = useElsewhere({ exchange: exchangeOf(404, ''), sessionId: SESSION });
  expect(elsewhere.value.map(({ words }) => words)).toEqual(ids.slice(1, 9));
  tryAll.value[0]?.run?.();
  expect(explorer.lookUpElsewhere).toHaveBeenCalledWith({
    sessionId: SESSION,
    profileIds: ids.slice(1, 9),
    callId: expect.any(String),
  });
});
