import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exchangeOf } from '@shared/testing/exchanges';
import ExchangeCompare from './ExchangeCompare.vue';

beforeEach(() => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
});
afterEach(() => vi.unstubAllGlobals());

it('shows milliseconds for two requests sent in the same second', () => {
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

const at = '2026-11-26T10:00:00.007Z';
const open = (before: string, after: string, everything: boolean) =>
  mount(ExchangeCompare, {
    props: {
      before: { ...exchangeOf(200, before), startedAt: at },
      after: { ...exchangeOf(200, after, [['x-request-id', '2']]), startedAt: at },
      beforeLabel: 'Before',
      afterLabel: 'After',
      everything,
    },
  });

it.each([
  [
    'text that is the same',
    ['one', 'one', false],
    ['Response headers'],
    'The same: response body, request headers and request body.',
  ],
  [
    'text that differs',
    ['one', 'two', false],
    ['Response body', 'Response headers'],
    'The same: request headers and request body.',
  ],
  [
    'JSON that is the same, of which everything is wanted',
    ['{"a":1}', '{"a":1}', true],
    ['Response body', 'Response headers'],
    'The same: request headers and request body.',
  ],
] as const)(
  'shows the parts that differ, and names the others: %s',
  (_what, [before, after, everything], parts, words) => {
    const compared = open(before, after, everything);
    expect(compared.findAll('section').map((part) => part.attributes('aria-label'))).toEqual(parts);
    expect(compared.get('[role="note"]').text()).toBe(words);
  },
);

it('says which values are hidden, and so not compared', () => {
  const withCookie = (value: string) => exchangeOf(200, 'one', [['Set-Cookie', value]]);
  const compared = mount(ExchangeCompare, {
    props: {
      before: withCookie('s=AAA'),
      after: withCookie('s=BBB'),
      beforeLabel: 'Before',
      afterLabel: 'After',
    },
  });
  expect(compared.get('[role="note"]').text()).toMatch(
    /^The same: .+response headers.+\. Hidden here, and so not compared: set-cookie\.$/,
  );
});

it('names in the label of each button that copies a pointer which field it is for', () => {
  const wrapper = open('{"a":1,"b":{"c":2}}', '{"a":2,"b":{"c":3}}', false);
  const names = wrapper.findAll('.changes button').map((button) => button.attributes('aria-label'));
  expect(names).toContain('Copy pointer /b/c');
  expect(new Set(names).size).toBe(names.length);
});
