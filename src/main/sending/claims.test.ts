import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SendResult } from '@shared/bridge/sending';
import { SENT_ELSEWHERE } from '@shared/http/describe-failure';
import { charge, CREATED, sendingWorld } from './sending-world.fixture';
import { testingSender } from './testing-sender';
import { markUnsettled, type UnsettledSend } from './unsettled-mark';
import { UnsettledSends } from './unsettled-sends';

const world = sendingWorld();
const draftId = '00000000-0000-4000-8000-0000000000d1';

function outcomes(results: readonly SendResult[]): unknown[] {
  return results.map((result) => result.kind === 'sent' && result.exchange.outcome).sort(byKind);
}
function byKind(one: unknown, other: unknown): number {
  return JSON.stringify(one).localeCompare(JSON.stringify(other));
}
/** Number of requests that arrived, complete or not. */
const arrived = (): number => world.server.requests.length;

const ONE_OF_TWO = [{ kind: 'answered' }, { kind: 'cancelled', mayHaveArrived: false, why: SENT_ELSEWHERE }];

describe('two sends of the same request or draft, both checked before either is noted', () => {
  it('only one is sent, from two processes on the same files', async () => {
    const { app, harness, testing } = world;
    const other = testingSender(harness, testing);
    const profile = world.profile();
    const results = await Promise.all([app.submit(charge(), profile), other.submit(charge(), profile)]);
    expect(outcomes(results)).toEqual(ONE_OF_TWO);
    expect(arrived()).toBe(1);
    // The first one has a known outcome, and the second never left.
    await other.submit(charge(), profile);
    expect([...app.questions, ...other.questions]).toEqual([]);
    expect(arrived()).toBe(2);
  });

  it('only one is sent, from two tabs that both waited for the keychain', async () => {
    const profile = world.profile();
    let unlock: (token: string) => void = () => undefined;
    const locked = new Promise<string>((resolve) => (unlock = resolve));
    let asked = 0;
    const waiting = new Promise<void>((resolve) => {
      world.start({
        findProfile: async () => profile,
        bearerFor: () => {
          asked += 1;
          if (asked === 2) resolve();
          return locked;
        },
      });
    });
    const first = world.app.submit(charge('{"amount": 1}'), profile, { draftId });
    const second = world.app.submit(charge('{"amount": 2}'), profile, { draftId });
    await waiting;
    unlock('CANARY.TOKEN.value');
    expect(outcomes(await Promise.all([first, second]))).toEqual(ONE_OF_TWO);
    expect(arrived()).toBe(1);
  });

  it('are sent one after the other if this run already knows the first outcome and the database does not', async () => {
    world.start({ journal: { note: async () => true } });
    const profile = world.profile();
    for (let times = 0; times < 3; times += 1)
      expect(await world.app.submit(charge(), profile)).toMatchObject({
        exchange: { outcome: { kind: 'answered' } },
      });
    expect(world.app.questions).toEqual([]);
  });

  it('are both sent if the person agreed to one of them or if they differ', async () => {
    const profile = world.profile();
    world.onRequest = (socket) => void socket.resetAndDestroy();
    await world.app.submit(charge(), profile);
    world.onRequest = (socket) => socket.end(CREATED);
    const { harness, testing } = world;
    const other = testingSender(harness, testing);
    await Promise.all([other.submit(charge(), profile), world.app.submit(charge('{"another": 1}'), profile)]);
    expect(other.questions).toMatchObject([{ title: 'Send it again?' }]);
    expect(arrived()).toBe(3);
  });
});

it('leave no row behind if the database answers only after the send has ended', async () => {
  const { database } = world.testing;
  const mark = { mark: 'a charge', draftId: null, destinationMark: null, contentMarks: [] };
  const open = { ...mark, isKnown: false, succeeded: false };
  const ended = { ...mark, isKnown: true, succeeded: false };
  const sendAt = (second: number): UnsettledSend => ({
    exchangeId: `exchange ${second}`,
    startedAt: `2026-11-27T10:00:0${second}.000Z`,
    profileName: null,
  });
  const [earlier, send] = [sendAt(1), sendAt(2)];
  const sends = new UnsettledSends({
    state: database.state,
    queryInTurn: (steps, most, row) => database.queryInTurn(steps, most, row),
    execute: (statement) => database.execute(statement),
    transaction: (statements) => database.transaction(statements),
    query: async (statement, row) => {
      // The request did not wait for the database, and has been answered.
      sends.note(ended, send);
      await database.transaction(markUnsettled(ended, send));
      return database.query(statement, row);
    },
  });
  // This run knows how the earlier send ended but the database does not, so the claim is made a second time.
  await database.transaction(markUnsettled(open, earlier));
  sends.note(ended, earlier);
  expect(await sends.claim(open, send, [])).toBe(true);
  const rows = await database.query({ sql: 'SELECT exchange_id FROM unsettled_sends' }, z.unknown());
  expect(rows).toEqual([{ exchange_id: earlier.exchangeId }]);
});
