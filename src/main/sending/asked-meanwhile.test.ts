import { describe, expect, it, vi } from 'vitest';
import { DatabaseError } from '../database/database';
import { charge, CREATED, sendingWorld } from './sending-world.fixture';
import { testingSender } from './testing-sender';
import { markUnsettled, type UnsettledMark, type UnsettledSend } from './unsettled-mark';
import { UnsettledSends } from './unsettled-sends';

const world = sendingWorld();

describe('the same request, sent without an answer by another process while the question was open', () => {
  const production = () => world.profile({ environment: 'production' });

  /** Sends the request from another process on the same files, such as the command line, and gets no answer. */
  async function loseElsewhere(): Promise<void> {
    const { harness, testing } = world;
    world.onRequest = (socket) => void socket.resetAndDestroy();
    await testingSender(harness, testing).submit(charge(), production());
    world.onRequest = (socket) => socket.end(CREATED);
  }

  it('is asked about after the first answer, and a no sends nothing', async () => {
    world.app.whileAsked = async () => {
      await loseElsewhere();
      world.app.whileAsked = async () => {
        world.app.answer = { confirmed: false, checked: false };
      };
    };
    expect(await world.app.submit(charge(), production())).toEqual({ kind: 'declined' });
    expect(world.app.questions).toMatchObject([
      { reasons: ['production'] },
      { reasons: ['production', 'unknown-outcome'] },
    ]);
    expect(world.server.requests).toHaveLength(1);
  });

  it('is asked about once, and a yes sends', async () => {
    world.app.whileAsked = loseElsewhere;
    expect(await world.app.submit(charge(), production())).toMatchObject({ kind: 'sent' });
    expect(world.app.questions).toHaveLength(2);
    expect(world.server.requests).toHaveLength(2);
  });
});

it('is looked up in the database even if this run knows of a settled send of its draft', async () => {
  const { database } = world.testing;
  const draft = { draftId: 'a draft', destinationMark: 'there', contentMarks: [] };
  const plan = { ...draft, mark: 'a charge', earlierMarks: [] };
  const sends = new UnsettledSends(database);
  const note = (mark: string, second: number, isKnown: boolean): [UnsettledMark, UnsettledSend] => [
    { ...draft, mark, isKnown, succeeded: isKnown },
    { exchangeId: mark, startedAt: `2026-11-27T10:00:0${second}.000Z`, profileName: null },
  ];
  // A send from an earlier run.
  await database.transaction(markUnsettled(...note('a charge', 0, false)));
  // Sends from this run: the outcome of the first is unknown; the second, from the same draft, was carried out.
  sends.note(...note('changed', 1, false));
  sends.note(...note('changed again', 2, true));
  vi.spyOn(database, 'query').mockRejectedValueOnce(new DatabaseError('busy', 'locked'));
  await expect(sends.find(plan)).rejects.toThrow('locked');
  expect(await sends.find(plan)).toMatchObject({ same: [{ exchangeId: 'a charge' }], ofDraft: [] });
});
