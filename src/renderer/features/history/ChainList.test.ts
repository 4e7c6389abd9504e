import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HistoryEntry } from '@shared/history/history';
import ChainList from './ChainList.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { on: () => undefined });
  vi.useFakeTimers({ now: new Date('2026-11-21T10:59:58Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows each replay’s day in words, its time to the second, the exact time in its tooltip, and its duration', () => {
  const chain = ['2026-11-20T09:17:45Z', '2026-11-21T09:17:51Z'].map((startedAt) => {
    const profile = { name: 'Sandbox' };
    return { id: startedAt, startedAt, durationMs: 2069.4, profile } as unknown as HistoryEntry;
  });
  const list = mount(ChainList, { props: { chain, openId: '' }, global: { stubs: { EntryResult: true } } });
  const times = list.findAll('tbody td:first-child');
  expect(times.map((time) => time.text())).toEqual(['Yesterday, 09:17:45 (first)', 'Today, 09:17:51']);
  expect(times[0]?.attributes('title')).toBe('2026-11-20 09:17:45 UTC');
  expect(list.find('td.number').text()).toBe('2,069 ms');
});

it('says Today only for today, within a second of midnight or of a clock change', async () => {
  vi.setSystemTime(new Date('2026-11-21T23:59:58Z'));
  const startedAt = '2026-11-21T23:59:50Z';
  const chain = [{ id: '1', startedAt, durationMs: 1, profile: {} } as unknown as HistoryEntry];
  const list = mount(ChainList, { props: { chain, openId: '' }, global: { stubs: { EntryResult: true } } });
  const said = async (): Promise<string> => {
    await vi.advanceTimersByTimeAsync(1_000);
    return list.find('td').text();
  };
  expect(await said()).toMatch(/^Today, /);
  expect(await said()).toMatch(/^Yesterday, /);
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'));
  expect(await said()).toMatch(/^Today, /);
});
