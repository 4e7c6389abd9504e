import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fullSession } from '@contract/testing/sessions';
import { A, answers, app, jsonAnswer, open, server, serveEach } from './session-handlers.fixture';

serveEach();

describe('a large session that is still arriving', () => {
  const body = JSON.stringify({
    ...fullSession,
    expires_at: '2099-01-01T00:00:00Z',
    filler: 'x'.repeat(1_100_000),
  });
  /** The service answers with the first half; returns a function that sends the rest. */
  async function lookUpHalf(
    argument: { tellBeginning?: boolean },
    text = body,
    change = (answered: string) => answered,
  ) {
    const cut = Math.floor(text.length / 2);
    answers.set(A, [null]);
    const opened = open();
    const call = { sessionId: A, callId: randomUUID(), checkLater: true, ...argument };
    const looking = Promise.resolve(opened.handlers.lookUpSession.handle(call));
    await expect.poll(() => server.sockets.length).toBe(1);
    const socket = server.sockets[0];
    await new Promise((resolve) => socket?.write(change(jsonAnswer(text)).slice(0, -cut), resolve));
    return { ...opened, call, looking, finish: () => socket?.end(text.slice(-cut)) };
  }

  it('is announced with its beginning, as under way, to a caller that wants it', async () => {
    const { beginnings, call, looking, finish } = await lookUpHalf({ tellBeginning: true });
    await expect.poll(() => beginnings.length).toBe(1);
    expect(beginnings).toMatchObject([
      {
        callId: call.callId,
        exchange: {
          outcome: { kind: 'unanswered', why: 'under-way' },
          response: { status: 200, body: { kind: 'none' } },
        },
      },
    ]);
    const told = beginnings[0]?.beginning.text ?? '';
    expect(told.length).toBeGreaterThan(500);
    expect(body.startsWith(told)).toBe(true);
    expect(app.noted).toEqual([]);
    finish();
    expect(await looking).toMatchObject({ id: beginnings[0]?.exchange.id, outcome: { kind: 'answered' } });
    expect(beginnings).toHaveLength(1);
  });

  it('is not announced to other callers', async () => {
    const quiet = await lookUpHalf({});
    quiet.finish();
    await quiet.looking;
    expect(quiet.beginnings).toEqual([]);
  });

  it('is not announced if it contains a secret', async () => {
    const echo = body.replace('{', '{"echo":"CANARY.TOKEN.value",');
    const { beginnings, looking, finish } = await lookUpHalf({ tellBeginning: true }, echo);
    finish();
    expect(await looking).toMatchObject({ outcome: { kind: 'answered' } });
    expect(beginnings).toEqual([]);
  });

  it.each([
    ['is not a success', '200 OK', '404 Not Found'],
    ['is in another charset', 'application/json', 'application/json; charset=utf-16le'],
  ])('is not announced if the answer %s', async (_why, from, to) => {
    const half = await lookUpHalf({ tellBeginning: true }, body, (answered) => answered.replace(from, to));
    half.finish();
    expect(await half.looking).toMatchObject({ outcome: { kind: 'answered' } });
    expect(half.beginnings).toEqual([]);
  });

  it('can be cancelled', async () => {
    const { beginnings, calls, call, looking } = await lookUpHalf({ tellBeginning: true });
    await expect.poll(() => beginnings.length).toBe(1);
    calls.cancel(call.callId);
    expect(await looking).toMatchObject({ outcome: { kind: 'cancelled' } });
  });
});
