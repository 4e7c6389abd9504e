import { vi } from 'vitest';
import type { BridgeEvents } from '@shared/bridge/bridge';
import type { BuyerItem, BuyerPage, BuyersQuery, LoadState } from '@shared/bridge/buyers';
import type { Exchange } from '@shared/http/exchange';
import { succeed } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { testingProfile } from '@shared/testing/testing-profile';
import { exchangeOf } from '@shared/testing/exchanges';
import { useProfilesStore } from '@renderer/stores/profiles';

/** For tests: the profiles of the window, the first one active. */
export const profiles: readonly [Profile, Profile] = [profileNamed('a'), profileNamed('b')];

function profileNamed(id: string): Profile {
  return testingProfile({ id, name: id.toUpperCase(), baseUrl: `https://${id}.example` });
}

export function activate(profile: Profile): void {
  useProfilesStore().accept({ profiles: [...profiles], activeId: profile.id, notice: null });
}

/** For tests: a fake main for buyers. Events are sent with `send`. */
export function fakeExplorer() {
  const listeners = new Map<string, (payload: never) => void>();
  const explorer = {
    on: vi.fn((name: string, listener: (payload: never) => void) => {
      listeners.set(name, listener);
      return () => undefined;
    }),
    describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
    listBuyers: vi.fn(),
    loadBuyers: vi.fn(),
    resumeBuyersLoad: vi.fn(),
    pauseBuyersLoad: vi.fn(() => Promise.resolve(succeed(true))),
    describeStoppedLoad: vi.fn(() => Promise.resolve(succeed(null))),
    discardStoppedLoad: vi.fn(() => Promise.resolve(succeed(null))),
    cancelCall: vi.fn(() => Promise.resolve(succeed(true))),
  };
  function send<Name extends keyof BridgeEvents>(name: Name, payload: BridgeEvents[Name]): void {
    listeners.get(name)?.(payload as never);
  }
  return { explorer, send };
}

export function item(fields: object): BuyerItem {
  return { text: JSON.stringify(fields), worst: null };
}

export function pageOf(ids: readonly string[], cursors: Partial<BuyerPage> = {}): BuyerPage {
  return {
    items: ids.map((id) => item({ id, type: 'buyer', display_name: id })),
    limit: 2,
    nextCursor: null,
    previousCursor: null,
    ...cursors,
  };
}

export function exchangeOn({
  id,
  name,
  environment,
  baseUrl,
  merchantAccountId,
  merchantHeader,
}: Profile): Exchange {
  return {
    ...exchangeOf(200, ''),
    id: crypto.randomUUID(),
    profile: { id, name, environment, baseUrl: baseUrl ?? '', merchantAccountId, merchantHeader },
    startedAt: new Date().toISOString(),
    request: { method: 'GET', url: `${baseUrl}/buyers`, headers: [], body: { kind: 'none' } },
  };
}

export const plainQuery: BuyersQuery = { limit: null, cursor: null, parameters: [] };

export function loadState(changes: Partial<LoadState> = {}): LoadState {
  return {
    loadId: '11111111-0000-4000-8000-000000000000',
    profile: exchangeOn(profiles[0]).profile,
    query: plainQuery,
    cap: 10_000,
    rows: 0,
    pages: 0,
    nextCursor: null,
    repeats: 0,
    firstRepeats: [],
    paused: false,
    wait: null,
    written: true,
    ...changes,
  };
}
