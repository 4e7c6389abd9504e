import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestSpec } from '@shared/requests/request-spec';
import { RunningCalls } from '../calls/running-calls';
import { charge, CREATED, sendingWorld, SESSION } from './sending-world.fixture';

const world = sendingWorld();

describe('a call that ends before anything is sent', () => {
  const WHY = 'the profile was switched';

  it.each([
    ['a look-up', SESSION, () => world.profile()],
    ['a question that was withdrawn', charge(), () => world.profile({ environment: 'production' })],
  ])('says why, if the app ended it: %s', async (_what, request, of) => {
    const stop = new AbortController();
    stop.abort(WHY);
    await expect(world.app.submit(request, of(), { signal: stop.signal })).rejects.toMatchObject({
      problem: { code: 'cancelled', title: `Cancelled: ${WHY}`, meaning: 'Nothing was sent.' },
    });
    expect(world.app.noted).toEqual([]);
  });

  it('is called cancelled by the person if they ended it', async () => {
    const stop = new AbortController();
    stop.abort();
    for (const request of [SESSION, charge()])
      await expect(
        world.app.submit(request, world.profile({ environment: 'production' }), { signal: stop.signal }),
      ).rejects.toMatchObject({
        problem: { title: 'Cancelled', meaning: 'You cancelled it in time: nothing was sent.' },
      });
    expect(world.app.questions).toEqual([]);
    world.app.answer = { confirmed: false, checked: false };
    expect(await world.app.submit(charge(), world.profile({ environment: 'production' }))).toEqual({
      kind: 'declined',
    });
  });
});

describe('a call that ends while it waits for its answer', () => {
  it.each([
    ['says why, if the app ended it', 'the profile was switched'],
    ['is called cancelled by the person if they ended it', undefined],
  ])('%s', async (_what, why) => {
    const stop = new AbortController();
    world.onRequest = () => stop.abort(why);
    const sent = await world.app.submit(charge(), world.profile(), { signal: stop.signal });
    const outcome = { kind: 'cancelled', mayHaveArrived: true, ...(why === undefined ? {} : { why }) };
    expect(sent).toMatchObject({ kind: 'sent' });
    expect(world.app.noted.at(-1)?.exchange.outcome).toEqual(outcome);
  });

  it('between two tries keeps nothing of the first answer', async () => {
    const stop = new AbortController();
    world.start({ tellProgress: (_callId, note) => note?.startsWith('Waiting ') && stop.abort() });
    const released = vi.spyOn(world.harness.bodies, 'release');
    world.onRequest = (socket) =>
      socket.end('HTTP/1.1 502 Busy\r\nretry-after: 20\r\ncontent-length: 4\r\n\r\nbusy');
    expect(await world.app.submit(SESSION, world.profile(), { signal: stop.signal })).toMatchObject({
      exchange: { outcome: { kind: 'cancelled', mayHaveArrived: true }, response: null },
    });
    expect(released).toHaveBeenCalledTimes(1);
  });

  describe('because the profile was switched', () => {
    const WHY = 'the profile was switched';
    const calls = new RunningCalls();
    beforeEach(() => {
      world.start({ atService: (callId) => calls.atService(callId) });
    });
    const send = (request: RequestSpec) =>
      calls.run('1', (signal) => world.app.submit(request, world.profile(), { callId: '1', signal }));

    it('keeps the outcome of a request that may have an effect', async () => {
      world.onRequest = (socket) => {
        calls.leaveAll(WHY);
        socket.end(CREATED);
      };
      expect(await send(charge())).toMatchObject({
        exchange: { outcome: { kind: 'answered' }, response: { status: 201 } },
      });
      expect(world.app.noted.at(-1)?.exchange.outcome).toEqual({ kind: 'answered' });
    });

    it('can still be cancelled by the person', async () => {
      world.onRequest = () => {
        calls.leaveAll(WHY);
        calls.cancel('1');
      };
      expect(await send(charge())).toMatchObject({
        exchange: { outcome: { kind: 'cancelled', mayHaveArrived: true } },
      });
    });

    it('is not sent if it was only opening its connection', async () => {
      world.start({
        atService: (callId) => calls.atService(callId),
        journal: {
          note: () => {
            calls.leaveAll(WHY);
            return Promise.resolve(true);
          },
        },
      });
      expect(await send(charge())).toMatchObject({
        exchange: { outcome: { kind: 'cancelled', mayHaveArrived: false, why: WHY } },
      });
      expect(world.server.received.every((bytes) => bytes.length === 0)).toBe(true);
    });

    it('is cancelled if it only reads', async () => {
      world.onRequest = () => calls.leaveAll(WHY);
      expect(await send(SESSION)).toMatchObject({ exchange: { outcome: { kind: 'cancelled', why: WHY } } });
    });
  });
});
