import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { exchangeOf } from '@shared/testing/exchanges';
import ExchangeCompare from './ExchangeCompare.vue';

it('tells two that were sent in the same second apart by their milliseconds', () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const at = (startedAt: string) => ({ ...exchangeOf(200, '{}'), startedAt });
  const wrapper = mount(ExchangeCompare, {
    props: {
      before: at('2026-11-26T10:00:00.007Z'),
      after: at('2026-11-26T10:00:00.041Z'),
      beforeLabel: 'Before',
      afterLabel: 'After',
    },
  });
  const time = wrapper.findAll('tr').find((row) => row.text().includes('when it was sent'));
  expect(time?.findAll('.changes__value').map((value) => value.text())).toEqual([
    '2026-11-26 10:00:00.007 UTC',
    '2026-11-26 10:00:00.041 UTC',
  ]);
});
