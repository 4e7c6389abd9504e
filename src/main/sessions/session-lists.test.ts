import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Exchange } from '@shared/http/exchange';
import { TOKEN_REFUSED, unaskedLine, type SessionLine } from '@shared/history/session-outcome';
import { byteSize } from '@shared/json/byte-size';
import { exchangeOf } from '@shared/testing/exchanges';
import { SessionLists } from './session-lists';

const lineOf = (sessionId: string): SessionLine => ({
  ...unaskedLine(sessionId, 'cancelled'),
  outcome: 'found',
  status: 200,
  exchangeId: 'e',
});

/** An exchange that takes about as much memory as its body. */
const sized = (id: string, characters: number): Exchange => ({
  ...exchangeOf(200, 'x'.repeat(characters)),
  id,
});

it('keeps the newest exchanges of all lists up to its byte limit, and every line', () => {
  const added = fc.array(fc.record({ list: fc.nat({ max: 2 }), characters: fc.nat({ max: 30_000 }) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(added, fc.integer({ min: 10_000, max: 200_000 }), (each, maxBytes) => {
      const lists = new SessionLists(maxBytes);
      for (const list of [0, 1, 2]) lists.begin(`call ${list}`, 'p', []);
      const all = each.map(({ list, characters }, index) => ({
        callId: `call ${list}`,
        sessionId: `s${index}`,
        exchange: sized(`e${index}`, characters),
      }));
      for (const { callId, sessionId, exchange } of all) lists.add(callId, lineOf(sessionId), exchange);

      const held = all.filter(({ callId, sessionId }) => lists.exchange(callId, sessionId) !== null);
      const bytes = held.reduce((sum, { exchange }) => sum + byteSize(exchange), 0);
      expect(bytes).toBeLessThanOrEqual(maxBytes);
      expect(held).toEqual(all.slice(all.length - held.length));
      const next = all[all.length - held.length - 1];
      if (next !== undefined) expect(bytes + byteSize(next.exchange)).toBeGreaterThan(maxBytes);
      for (const { callId, sessionId } of all) {
        expect(lists.find(callId)?.lines).toContainEqual(lineOf(sessionId));
      }
    }),
  );
});

it('frees the space of a list that it drops', () => {
  const size = byteSize(sized('e', 1_000));
  const lists = new SessionLists(3 * size);
  for (const callId of ['a', 'b', 'c']) {
    lists.begin(callId, 'p', []);
    lists.add(callId, lineOf('s'), sized('e', 1_000));
  }
  lists.begin('d', 'p', []);
  expect(lists.exchange('a', 's')).toBeNull();
  lists.add('d', lineOf('s'), sized('e', 1_000));
  expect(['b', 'c', 'd'].map((callId) => lists.exchange(callId, 's') !== null)).toEqual([true, true, true]);
});

it('drops no answer of another list in favour of one that was deleted', () => {
  const size = byteSize(sized('e', 1_000));
  const lists = new SessionLists(2 * size);
  const addTo = (callId: string): void => {
    lists.begin(callId, 'p', []);
    lists.add(callId, lineOf('s'), sized('e', 1_000));
  };
  addTo('a');
  addTo('b');
  lists.drop('b');
  addTo('c');
  expect(['a', 'b', 'c'].map((callId) => lists.exchange(callId, 's') !== null)).toEqual([true, false, true]);
});

it('has a line for each id in the order of the paste, even if it was never sent', () => {
  const lists = new SessionLists();
  lists.begin('a', 'p', ['s', 't', 'u']);
  lists.add('a', lineOf('u'), sized('e', 1_000));
  lists.add('a', lineOf('s'), sized('e', 1_000));
  expect(lists.find('a')?.lines).toMatchObject([
    lineOf('s'),
    { sessionId: 't', outcome: 'cancelled', message: 'not asked' },
    lineOf('u'),
  ]);
});

it('gives the reason only for requested ids that were not sent', () => {
  const lists = new SessionLists();
  lists.begin('a', 'p', ['s', 't', 'u']);
  lists.add('a', { ...lineOf('s'), message: null }, sized('e', 1_000));
  lists.explainUnasked('a', new Set(['s', 'u']), 'nobody is there');
  expect(lists.find('a')?.lines.map(({ message }) => message)).toEqual([
    null,
    'not asked',
    'nobody is there',
  ]);
});

it('continues a list: a repeated id keeps its place and replaces its answer', () => {
  const size = byteSize(sized('e', 1_000));
  const lists = new SessionLists(2.5 * size);
  lists.begin('a', 'p', ['s', 't']);
  lists.add('a', lineOf('s'), sized('old', 1_000));
  lists.begin('a', 'p', ['s']);
  expect(lists.find('a')?.lines[0]).toEqual(lineOf('s'));
  lists.add('a', lineOf('s'), sized('new', 1_000));
  lists.add('a', lineOf('t'), sized('e', 1_000));
  expect(lists.exchange('a', 's')?.id).toBe('new');
  expect(lists.find('a')?.lines.map(({ sessionId }) => sessionId)).toEqual(['s', 't']);
});

it('keeps an existing answer if repeating its look-up is cancelled', () => {
  const lists = new SessionLists();
  lists.begin('a', 'p', ['s', 't']);
  lists.add('a', lineOf('s'), sized('old', 1_000));
  const cancelled = (sessionId: string): SessionLine => ({ ...lineOf(sessionId), outcome: 'cancelled' });
  expect(lists.add('a', cancelled('s'), sized('new', 1_000))).toEqual(lineOf('s'));
  expect(lists.add('a', cancelled('t'), sized('other', 1_000))).toEqual(cancelled('t'));
  expect(lists.find('a')?.lines).toEqual([lineOf('s'), cancelled('t')]);
  expect(lists.exchange('a', 's')?.id).toBe('old');
});

it('forgets a list that is dropped, and frees its space', () => {
  const size = byteSize(sized('e', 1_000));
  const lists = new SessionLists(2 * size);
  for (const listId of ['a', 'b']) {
    lists.begin(listId, 'p', []);
    lists.add(listId, lineOf('s'), sized('e', 1_000));
  }
  lists.drop('a');
  expect([lists.find('a'), lists.exchange('a', 's')]).toEqual([null, null]);
  lists.add('b', lineOf('t'), sized('e', 1_000));
  expect(lists.exchange('b', 's')).not.toBeNull();
});

it('forgets why a list stopped once it goes on with what it left out', () => {
  const lists = new SessionLists();
  lists.begin('list', 'p', ['a', 'b', 'c']);
  lists.add('list', lineOf('a'), sized('e', 10));
  lists.explainUnasked('list', new Set(['a', 'b', 'c']), TOKEN_REFUSED);
  lists.begin('list', 'p', ['a', 'b']);
  expect(lists.find('list')?.lines).toEqual([
    lineOf('a'),
    unaskedLine('b', 'cancelled'),
    { ...unaskedLine('c', 'cancelled'), message: TOKEN_REFUSED },
  ]);
});
