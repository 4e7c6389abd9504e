import { describe, expect, it, vi } from 'vitest';
import { WAITS_FOR_ANSWER, WAITS_FOR_HISTORY } from '@shared/questions/question';
import { withTimeLimit } from '../calls/wait';
import { charge, CREATED, lose, sendingWorld } from './sending-world.fixture';
import { UnsettledSends, type Unsettled } from './unsettled-sends';

const world = sendingWorld();

describe('an unknown outcome', () => {
  describe('while the keychain does not return the key of the history', () => {
    const lock = async (): Promise<void> => {
      world.testing.keychain.trouble = 'locked';
      await world.testing.reopen();
      world.start();
    };

    it('is asked about as unchecked, until this run knows the outcome', async () => {
      world.onRequest = lose;
      await world.app.submit(charge(), world.profile());
      await lock();
      world.app.answer = { confirmed: false, checked: false };
      expect(await world.app.submit(charge(), world.profile())).toEqual({ kind: 'declined' });
      expect(world.app.questions).toMatchObject([{ title: 'Send it unchecked?', reasons: ['not-checked'] }]);
      world.app.answer = { confirmed: true, checked: false };
      await world.app.submit(charge(), world.profile());
      await world.app.submit(charge(), world.profile());
      expect(world.app.questions.at(-1)).toMatchObject({ reasons: ['unknown-outcome'] });
      world.onRequest = (socket) => void socket.end(CREATED);
      await world.app.submit(charge(), world.profile());
      const asked = world.app.questions.length;
      // The request was carried out, so earlier sends no longer matter.
      await world.app.submit(charge(), world.profile());
      expect(world.app.questions).toHaveLength(asked);
    });

    it('is asked about in its own draft, too, after another one has carried the same request out', async () => {
      const draftId = '00000000-0000-4000-8000-0000000000d1';
      world.onRequest = lose;
      await world.app.submit(charge('{"amount":1}'), world.profile(), { draftId });
      await lock();
      world.onRequest = (socket) => void socket.end(CREATED);
      await world.app.submit(charge(), world.profile());
      await world.app.submit(charge(), world.profile());
      expect(world.app.questions).toHaveLength(1);
      await world.app.submit(charge(), world.profile(), { draftId });
      expect(world.app.questions).toHaveLength(2);
      await world.app.submit(charge(), world.profile(), { draftId });
      expect(world.app.questions).toHaveLength(2);
    });

    it('is not asked about at the built-in sandbox', async () => {
      await world.app.submit(charge(), world.profile());
      await lock();
      const local = { ...world.profile(), environment: 'local' } as const;
      expect(await world.app.submit(charge(), local)).toMatchObject({ kind: 'sent' });
      expect(world.app.questions).toEqual([]);
    });

    it('is not asked about if there was no history file', async () => {
      await lock();
      expect(await world.app.submit(charge(), world.profile())).toMatchObject({ kind: 'sent' });
      expect(world.app.questions).toEqual([]);
    });
  });

  describe('that the database cannot look up', () => {
    const told: unknown[] = [];
    const silent = (find: () => Promise<Unsettled>): void => {
      const unsettled = new UnsettledSends(world.testing.database);
      unsettled.find = find;
      told.length = 0;
      const tellProgress = (_callId: string, note: string | null): void => void told.push(note);
      world.start({ unsettled, tellProgress });
    };

    it('is asked about if the database fails, and nothing is sent until the person answers', async () => {
      silent(() => Promise.reject(new Error('SQLITE_IOERR')));
      world.app.answer = { confirmed: false, checked: false };
      expect(await world.app.submit(charge(), world.profile())).toEqual({ kind: 'declined' });
      expect(world.app.questions).toMatchObject([{ title: 'Send it unchecked?', reasons: ['not-checked'] }]);
      expect(world.server.received.join('')).toBe('');
      world.app.answer = { confirmed: true, checked: false };
      expect(await world.app.submit(charge(), world.profile())).toMatchObject({ kind: 'sent' });
    });

    it('is asked about after some seconds if the database hangs', async () => {
      silent(() => new Promise(() => undefined));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      world.app.answer = { confirmed: false, checked: false };
      const sending = world.app.submit(charge(), world.profile());
      await vi.advanceTimersByTimeAsync(1_000);
      expect(told).toEqual([WAITS_FOR_HISTORY]);
      await vi.advanceTimersByTimeAsync(4_000);
      vi.useRealTimers();
      expect(await sending).toEqual({ kind: 'declined' });
      expect(world.app.questions).toMatchObject([{ title: 'Send it unchecked?' }]);
      expect(told).toEqual([WAITS_FOR_HISTORY, null, WAITS_FOR_ANSWER, null]);
    });

    it('is no longer waited for once the person cancels, and nothing is sent', async () => {
      silent(() => new Promise(() => undefined));
      const stop = new AbortController();
      const sending = world.app.submit(charge(), world.profile(), { signal: stop.signal });
      stop.abort();
      await expect(sending).rejects.toMatchObject({
        problem: { title: 'Cancelled', meaning: 'You cancelled it in time: nothing was sent.' },
      });
      expect(world.app.questions).toEqual([]);
      expect(world.server.received.join('')).toBe('');
    });

    it('is what a call waits for while it is being noted, unless that is done at once', async () => {
      silent(() => Promise.resolve({ same: [], ofDraft: [] }));
      // With fake timers nothing counts as slow, however busy the computer is.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await world.app.submit(charge(), world.profile());
      vi.useRealTimers();
      expect(told).toEqual([]);
      let noted = (): void => undefined;
      const noting = new Promise<void>((resolve) => (noted = resolve));
      const alsoNote = (): Promise<void> => noting;
      const sending = world.app.submit(charge(), world.profile(), { alsoNote });
      await expect.poll(() => told).toEqual([WAITS_FOR_HISTORY]);
      expect(world.server.requests).toHaveLength(1);
      noted();
      expect(await sending).toMatchObject({ kind: 'sent' });
      expect(told).toEqual([WAITS_FOR_HISTORY, null]);
    });

    it('leaves nothing sent if the person cancels while it is being noted', async () => {
      silent(() => Promise.resolve({ same: [], ofDraft: [] }));
      const stop = new AbortController();
      const never = new Promise<void>(() => undefined);
      const alsoNote = (): Promise<void> => withTimeLimit(never, 60_000, undefined, stop.signal);
      const sending = world.app.submit(charge(), world.profile(), { alsoNote, signal: stop.signal });
      await expect.poll(() => told).toEqual([WAITS_FOR_HISTORY]);
      stop.abort();
      expect(await sending).toMatchObject({
        exchange: { outcome: { kind: 'cancelled', mayHaveArrived: false } },
      });
      expect(world.server.received.join('')).toBe('');
    });
  });
});
