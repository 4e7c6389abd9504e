import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { routerKey } from 'vue-router';
import type { HistoryDetail } from '@shared/history/history';
import { exchangeOf } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import ExchangeHead from './ExchangeHead.vue';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a profile of production in use', 'production', 'p', true],
  // It asks first, and sends nothing by itself.
  ['a profile of production that is not in use', 'production', 'q', false],
  ['a sandbox in use', 'sandbox', 'p', false],
] as const)(
  'shows in the colour of production what goes there: Replay of %s',
  (_what, environment, usedId, goes) => {
    vi.stubGlobal('explorer', {
      on: () => () => undefined,
      describeCredential: () => new Promise(() => undefined),
    });
    setActivePinia(createPinia());
    const profile = testingProfile({ id: 'p', environment });
    const other = testingProfile({ id: 'q', environment });
    useProfilesStore().accept({ profiles: [profile, other], activeId: usedId, notice: null });
    const exchange = exchangeOf(200, '{}');
    const entry = {
      ...{ id: exchange.id, operation: 'list_buyers', method: 'GET', url: 'https://a.example/buyers' },
      ...{ status: 200, outcome: 'answered', startedAt: exchange.startedAt, profile, note: '' },
      ...{ summary: null, findings: 0, destination: null, purpose: null, load: null, notedOutcome: null },
    };
    const head = mount(ExchangeHead, {
      props: {
        detail: { entry, exchange, chain: [], notKept: [] } as unknown as HistoryDetail,
        session: null,
        problem: null,
      },
      global: { provide: { [routerKey]: { push: vi.fn(), currentRoute: { value: {} } } } },
    });
    const replay = head.findAll('button').find((button) => button.text() === 'Replay');
    expect(replay?.classes('button--production')).toBe(goes);
    expect(replay?.classes('button--edge')).toBe(!goes);
  },
);
