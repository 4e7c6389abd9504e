import { afterEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import { findEarlier, titleOfEarlier } from './find-earlier';

const A = '11111111-0000-4000-8000-00000000000a';
const B = '22222222-0000-4000-8000-00000000000b';

afterEach(() => vi.unstubAllGlobals());

/** The sessions that are found, when main finds these texts in the look-ups of A and B. */
async function foundWith(
  text: string,
  ofA: string,
  ofB: string,
  [rankOfA, rankOfB] = [1, 1],
): Promise<string[] | undefined> {
  const entries = [A, B].map((sessionId) => ({
    id: `look-up of ${sessionId}`,
    operation: 'get_checkout_session',
    method: 'GET',
    url: `https://api.example/checkout/sessions/${sessionId}`,
    destination: null,
  }));
  const matchOf = (match: string, rank: number) => ({
    label: 'external_identifier',
    before: '',
    match,
    after: '',
    rank,
  });
  const [one, other] = entries.map(({ id }) => id);
  const matches = { [one ?? '']: matchOf(ofA, rankOfA), [other ?? '']: matchOf(ofB, rankOfB) };
  vi.stubGlobal('explorer', {
    searchHistory: async () => succeed({ entries, unreadable: 0, unindexed: 0, next: null }),
    findHistoryMatches: async () => succeed(matches),
  });
  return (await findEarlier(text, 'p'))?.map(({ sessionId }) => sessionId);
}

it.each([
  [{ who: 'Ada Example' }, 200, 'answered', 'Ada Example'],
  [{ who: null }, 200, 'answered', 'No buyer name'],
  [{ who: null }, 404, 'answered', 'Not found'],
  [{ who: null, isForeign: true }, 404, 'answered', 'Not the API’s answer'],
  [null, 401, 'answered', 'Token refused'],
  [null, 429, 'answered', '429: too many requests'],
  [null, null, 'failed', 'No answer'],
  [null, null, 'cancelled', 'Cancelled'],
] as const)('titles a look-up with %j and %s (%s) as Recent does: %s', (summary, status, outcome, title) => {
  expect(titleOfEarlier({ summary, status, outcome })).toBe(title);
});

it('leaves out look-ups that have only the words of an order ID, if another has the ID itself', async () => {
  expect(await foundWith('ord-2026-000123', 'ORD-2026-000123', '000123')).toEqual([A]);
  expect(await foundWith('ord-2026-0001', '0001', 'ORD-2026-0001')).toEqual([B]);
  expect(await foundWith('ord-2026-000123', '2026', '000123')).toEqual([A, B]);
});

it('takes words with a space between them in any order', async () => {
  expect(await foundWith('ada example', 'Ada Example', 'ada')).toEqual([A, B]);
});

it('lists the nearest matches first, and the newest first among those that are equally near', async () => {
  expect(await foundWith('anna@shop.example', 'anna@shop.example', 'anna@shop.example', [2, 0])).toEqual([
    B,
    A,
  ]);
  expect(await foundWith('anna@shop.example', 'anna@shop.example', 'anna@shop.example')).toEqual([A, B]);
});
