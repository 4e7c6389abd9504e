import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Exchange } from '@shared/http/exchange';
import { succeed } from '@shared/problem';
import { apiError, exchangeOf } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import { useExchangeCache } from '@renderer/stores/exchange-cache';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useReadingsStore } from './readings-store';

const SESSION = '11111111-0000-4000-8000-000000000001';
const live = (id: string) =>
  testingProfile({ id, name: id, environment: 'production', baseUrl: `https://${id}.example` });
const NOWHERE = apiError(404, 'not_found');

let count = 0;
function answer(
  profileId: string,
  status: number,
  body: string,
  merchantAccountId: string | null = null,
  changes: Partial<Exchange> = {},
) {
  const exchange = exchangeOf(status, body);
  const profile = {
    ...exchange.profile,
    id: profileId,
    environment: 'production' as const,
    baseUrl: `https://${profileId}.example`,
    merchantAccountId,
  };
  const startedAt = new Date(++count * 1000).toISOString();
  const kept = {
    ...exchange,
    id: `e${count}`,
    operation: 'get_checkout_session' as const,
    profile,
    startedAt,
    ...changes,
  };
  useExchangeCache().keep({ subject: SESSION, exchange: kept, page: null });
}

beforeEach(() => {
  vi.stubGlobal('explorer', {
    describeCredential: ({ profileId }: { profileId: string }) =>
      Promise.resolve(succeed({ profileId, kind: 'none' })),
  });
  setActivePinia(createPinia());
  const profiles = ['eu', 'us'].map((id) => ({ ...live(id), merchantAccountId: null }));
  useProfilesStore().accept({ profiles, activeId: 'eu', notice: null });
});

it('a profile lacks a session if its latest answer was a 404 of the API, to the profile as it is now', () => {
  const lacking = () => [...useReadingsStore().lacking(SESSION)];
  answer('eu', 404, NOWHERE);
  answer('us', 404, '<h1>Not here</h1>');
  expect(lacking()).toEqual(['eu']);
  answer('eu', 200, '{}');
  answer('us', 404, NOWHERE, 'another-merchant');
  expect(lacking()).toEqual([]);
  answer('eu', 404, NOWHERE);
  expect(lacking()).toEqual(['eu']);
  // It leads elsewhere now, where nobody has asked.
  const moved = { ...live('eu'), merchantAccountId: null, baseUrl: 'https://moved.example' };
  useProfilesStore().accept({ profiles: [moved], activeId: 'eu', notice: null });
  expect(lacking()).toEqual([]);
  const local = { ...moved, environment: 'local' as const };
  useProfilesStore().accept({ profiles: [local], activeId: 'eu', notice: null });
  expect(lacking(), 'the Local sandbox has another port at each start').toEqual(['eu']);
});

it('all of production has been asked once each of its profiles has answered 404', () => {
  const readings = useReadingsStore();
  answer('eu', 404, NOWHERE);
  expect(readings.isProductionAsked(SESSION)).toBe(false);
  answer('us', 404, NOWHERE);
  expect(readings.isProductionAsked(SESSION)).toBe(true);
});

it('the answer before this one is the newest of the same profile, with the same address and merchant', () => {
  const merchant = 'merchant';
  for (const body of ['{"n":1}', '{"n":2}']) answer('eu', 200, body, merchant);
  answer('us', 200, '{"n":3}', merchant);
  answer('eu', 200, '{"n":4}', 'another-merchant');
  const elsewhere = { ...exchangeOf(200, '').profile, id: 'eu', merchantAccountId: merchant };
  answer('eu', 200, '{"n":5}', merchant, { profile: elsewhere });
  const masked = { code: 'from-history', title: '', meaning: '', nextStep: '', detail: null };
  answer('eu', 200, '{"n":6}', merchant, { notes: [masked] });
  answer('eu', 200, '{"n":7}', merchant);
  const readings = useReadingsStore();
  const [latest] = readings.bySession.get(SESSION) ?? [];
  const body = latest && readings.before(latest, SESSION)?.response?.body;
  expect(body).toMatchObject({ text: '{"n":2}' });
});
