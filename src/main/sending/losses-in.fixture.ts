import { charge, CREATED, lose, type SendingWorld } from './sending-world.fixture';

/** A world in which a request gets no answer, and the person is asked before a second one. */
export const lossesIn = (world: SendingWorld) => ({
  answer: (confirmed: boolean): void => void (world.app.answer = { confirmed, checked: false }),
  restart: async (): Promise<void> => {
    await world.testing.reopen();
    world.start();
  },
  loseOne: async (request = charge()): Promise<void> => {
    world.onRequest = lose;
    await world.app.submit(request, world.profile());
    world.onRequest = (socket) => socket.end(CREATED);
  },
});
