import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import EmptyHistory from './EmptyHistory.vue';
import { useHistoryStore } from './history-store';

const ID = '5e55aaaa-0000-4000-8000-000000000203';
const OTHER = '5e55aaaa-0000-4000-8000-000000000204';

beforeEach(() => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
});
afterEach(() => vi.unstubAllGlobals());

function emptyFor(text: string) {
  useHistoryStore().refine({ text });
  return mount(EmptyHistory, { props: { saysOutOfReach: false } });
}

it.each([
  ['a link of a dashboard', `https://shop.example/pay/${ID}?step=2`, [ID]],
  ['a line of a log', `12:30 ERROR ${ID} not paid, after ${OTHER}`, [ID, OTHER]],
  ['an ID alone', ID.replaceAll('-', '\u2013'), []],
  ['words', 'not paid', []],
])('offers the IDs in %s to search for each alone', async (_what, text, ids) => {
  const empty = emptyFor(text);
  const offered = empty.findAll('button').filter((button) => button.text().startsWith('Only '));
  expect(offered.map((button) => button.attributes('title'))).toEqual(ids);
  for (const button of offered) await button.trigger('click');
  expect(empty.emitted('seek') ?? []).toEqual(ids.map((id) => [id]));
});
