import { describe, expect, it } from 'vitest';
import { charge, CREATED, sendingWorld } from './sending-world.fixture';
import { testingSender } from './testing-sender';

const world = sendingWorld();

describe('what went out from elsewhere while a question about the same request was open', () => {
  const production = () => world.profile({ environment: 'production' });

  /** By another process on the same files, as the command line; no answer comes. */
  async function loseElsewhere(): Promise<void> {
    const { harness, testing } = world;
    world.onRequest = (socket) => void socket.resetAndDestroy();
    await testingSender(harness, testing).submit(charge(), production());
    world.onRequest = (socket) => socket.end(CREATED);
  }

  it('is asked about after the answer, and a no sends nothing', async () => {
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
    expect(world.server.sockets).toHaveLength(1);
  });

  it('is asked about once, and a yes sends', async () => {
    world.app.whileAsked = loseElsewhere;
    expect(await world.app.submit(charge(), production())).toMatchObject({ kind: 'sent' });
    expect(world.app.questions).toHaveLength(2);
    expect(world.server.sockets).toHaveLength(2);
  });
});
