import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import ProblemPanel from '@renderer/components/ProblemPanel.vue';
import type { Exchange } from '@shared/http/exchange';
import { succeed } from '@shared/problem';
import { exchangeOf } from '@shared/testing/exchanges';
import { routerOf } from '@renderer/stores/router.fixture';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import type { DraftTab } from '../drafts/draft-tab';
import ForwardResult from './ForwardResult.vue';

afterEach(() => vi.unstubAllGlobals());

it('says what to do about an answer that may have been carried out only once', async () => {
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: () => undefined,
    openHistoryEntry: () => Promise.resolve(succeed(null)),
  });
  setActivePinia(createPinia());
  const base = exchangeOf(504, '');
  const exchange: Exchange = {
    ...base,
    operation: 'vault_forward',
    request: {
      ...base.request,
      method: 'POST',
      headers: [
        ['x-vault-forward-url', 'https://psp.example/charge'],
        ['x-vault-forward-http-method', 'POST'],
        ['x-vault-forward-payment-methods', 'pm_1'],
      ],
    },
  };
  const result = mount(ForwardResult, {
    props: { exchange, tab: {} as unknown as DraftTab },
    global: {
      plugins: [routerOf()],
      stubs: { AnswerBody: true, RequestInspector: { template: '<p>byte by byte</p>' } },
    },
  });
  await flushPromises();
  const panel = result.getComponent(ProblemPanel);
  expect(panel.text()).toContain('504: it may have been carried out all the same');
  expect(panel.text()).toContain('Ask psp.example whether the request arrived');
  expect(panel.text()).toContain('Please do not pay again for now.');
  expect(result.text().match(/What to do/g)).toHaveLength(1);
  await panel.get('[aria-label="What to do"] button').trigger('click');
  expect(result.text()).toContain('byte by byte');
});
