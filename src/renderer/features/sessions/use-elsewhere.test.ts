import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { createApp } from 'vue';
import { succeed } from '@shared/problem';
import type { Exchange } from '@shared/http/exchange';
import type { Profile } from '@shared/profiles/profile';
import { testingProfile } from '@shared/testing/testing-profile';
import { apiError, exchangeOf } from '@shared/testing/exchanges';
import { useExchangeCache } from '@renderer/stores/exchange-cache';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import { useElsewhere } from './use-elsewhere';

const SESSION = '11111111-0000-4000-8000-000000000001';

const profileOf = (id: string): Profile => testingProfile({ id, name: id, merchantAccountId: null });

/** A 404 of the API under this profile. */
function answeredBy(id: string): Exchange {
  const exchange = exchangeOf(404, apiError(404, 'not_found'));
  const { baseUrl, merchantAccountId } = profileOf(id);
  const profile = { ...exchange.profile, id, baseUrl: baseUrl ?? '', merchantAccountId };
  return { ...exchange, id: `answer of ${id}`, operation: 'get_checkout_session', profile };
}

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
  const { tryAll, elsewhere } = useElsewhere({ exchange: answeredBy('p0'), sessionId: SESSION });
  expect(elsewhere.value.map(({ words }) => words)).toEqual(ids.slice(1, 9));
  tryAll.value[0]?.run?.();
  expect(explorer.lookUpElsewhere).toHaveBeenCalledWith({
    sessionId: SESSION,
    profileIds: ids.slice(1, 9),
    callId: expect.any(String),
  });
});

it('after a switch offers the look-up under the active profile, and none where the session was not found', () => {
  useProfilesStore().accept({
    profiles: ['p0', 'p1', 'p2', 'p3'].map(profileOf),
    activeId: 'p2',
    notice: null,
  });
  for (const id of ['p0', 'p1'])
    useExchangeCache().keep({ subject: SESSION, exchange: answeredBy(id), page: null });
  const { elsewhere } = useElsewhere({ exchange: answeredBy('p0'), sessionId: SESSION });
  expect(elsewhere.value.map(({ button }) => button)).toEqual(['Look up on p2', 'Try on p3']);
});
