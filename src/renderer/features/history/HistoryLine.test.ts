import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, it } from 'vitest';
import type { Environment } from '@shared/profiles/profile';
import type { HistoryEntry } from '@shared/history/history';
import HistoryLine from './HistoryLine.vue';

/** An entry of a session. */
function show(environment: Environment, narrow: boolean) {
  const id = '5e550000-0000-4000-8000-000000000001';
  const entry = {
    ...{ id: 'e', operation: 'get_checkout_session', method: 'GET', status: 200, outcome: 'answered' },
    ...{ url: `https://api.example/checkout/sessions/${id}`, destination: null, purpose: null, load: null },
    ...{ startedAt: '2026-11-21T09:00:00Z', note: '', notedOutcome: null, replayOf: null, findings: 0 },
    summary: { who: 'Ada Example', total: '13591', note: 'visa •••• 1111', expiresAt: null },
    profile: { id: 'p', name: 'Shop EU', environment },
  } as unknown as HistoryEntry;
  return mount(HistoryLine, {
    props: {
      ...{ entry, match: null, day: 'Today', number: 1, total: 1, narrow },
      ...{ open: false, ticked: false, ticking: false, tabStop: false, serviceTime: new Date() },
    },
    global: { plugins: [createPinia()] },
  });
}

/** Its two lines. */
function linesOf(environment: Environment, narrow: boolean): readonly string[] {
  return show(environment, narrow)
    .findAll('.list-row__line > .truncated')
    .map((line) => line.text().replace(/\s+/g, ' '));
}

it('names production beside the title, and in a narrow window every profile; else the profile comes last', () => {
  expect(linesOf('sandbox', false)).toEqual(['Ada Example', '5e550000…0001 · visa ••1111 · Shop EU']);
  const above = ['Ada Example · Shop EU', '5e550000…0001 · visa ••1111'];
  expect(linesOf('production', false)).toEqual(above);
  expect(linesOf('sandbox', true)).toEqual(above);
});

it('is chosen beside the open one with Ctrl, and by itself with its box', async () => {
  const line = show('sandbox', false);
  await line.get('button').trigger('click', { ctrlKey: true });
  await line.get('input').setValue(true);
  expect(line.emitted('tick')).toEqual([
    [true, true],
    [true, false],
  ]);
});
