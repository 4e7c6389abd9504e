import { expect, it } from 'vitest';
import type { LoadEnd, LoadState } from '@shared/bridge/buyers';
import { exchangeOf } from '@shared/testing/exchanges';
import { describeListEnd } from './describe-list-end';

const { profile } = exchangeOf(200, '');
const state: LoadState = {
  loadId: '00000000-0000-4000-8000-000000000001',
  query: { limit: null, cursor: null, parameters: [] },
  cap: 10_000,
  rows: 4,
  pages: 1,
  nextCursor: null,
  profile,
  repeats: 0,
  firstRepeats: [],
  paused: false,
  wait: null,
  written: false,
};
const problem = { code: 'x', title: 'No token', meaning: 'M', nextStep: 'Enter one.', detail: null };

it.each<[LoadEnd, string]>([
  [{ kind: 'complete' }, 'All of them: 4 items on 1 page, in 2 s.'],
  [{ kind: 'cap' }, '4 items on 1 page, as many as asked for. There are more.'],
  [
    { kind: 'rows-loop' },
    '4 items on 1 page. Every item on the last page had come before. The service seems to be looping.',
  ],
  [{ kind: 'refused', problem }, 'Stopped after 4 items on 1 page. No token. Enter one.'],
  [
    { kind: 'failed', exchange: exchangeOf(200, '{}') },
    'Stopped after 4 items on 1 page: the answer is not a page of this list.',
  ],
  [
    { kind: 'failed', exchange: exchangeOf(500, '') },
    'Stopped after 4 items on 1 page. Status 500. The document does not list the status 500 for this operation.',
  ],
])('%j', (end, words) => expect(describeListEnd(end, state, 2_000, [])).toBe(words));
