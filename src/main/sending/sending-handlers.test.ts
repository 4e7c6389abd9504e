import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SendResult } from '@shared/bridge/sending';
import { sessionRequest } from '@shared/requests/reading-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { testingProfile } from '@shared/testing/testing-profile';
import { RunningCalls } from '../calls/running-calls';
import type { Order } from './order';
import type { SendCall } from './sender';
import { sendingHandlers } from './sending-handlers';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SESSION = sessionRequest('5e550000-0000-4000-8000-000000000001');
const FORWARD: RequestSpec = { ...SESSION, operation: 'vault_forward', target: undefined };

/** Sends a request from a draft whose note never finishes. */
function sendDraft(request: RequestSpec = FORWARD, goesOut = true) {
  const calls = new RunningCalls();
  const callId = randomUUID();
  const [draftId, familyId] = [randomUUID(), randomUUID()];
  const orders: Order[] = [];
  const noted: string[] = [];
  let isNoted = false;
  const { sendRequest } = sendingHandlers({
    sender: {
      submit: async (order, { alsoNote }: SendCall): Promise<SendResult> => {
        orders.push(order);
        if (goesOut) await alsoNote?.();
        isNoted = true;
        return { kind: 'declined' };
      },
      openSends: () => Promise.resolve({ families: [], any: false }),
      isOut: () => Promise.resolve(false),
    },
    calls,
    activeProfile: () => Promise.resolve(testingProfile({})),
    sandboxFacts: () => Promise.resolve(null),
    localProfile: () => Promise.resolve(testingProfile({})),
    noteSentDraft: (id) => {
      noted.push(id);
      return new Promise(() => undefined);
    },
  });
  const sending = sendRequest.handle({ request, callId, composedUnder: null, draftId, familyId });
  return {
    sending,
    draftId,
    familyId,
    orders,
    noted,
    isHeldUp: () => !isNoted,
    cancel: () => calls.cancel(callId),
  };
}

it('a send waits at most 1.5 s for its draft if the database hangs', async () => {
  const { sending, isHeldUp } = sendDraft();
  await vi.advanceTimersByTimeAsync(1_499);
  expect(isHeldUp()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(isHeldUp()).toBe(false);
  await sending;
});

it('a cancelled send does not wait for its draft', async () => {
  const { sending, isHeldUp, cancel } = sendDraft();
  await vi.advanceTimersByTimeAsync(0);
  expect(isHeldUp()).toBe(true);
  cancel();
  await sending;
  expect(isHeldUp()).toBe(false);
});

it('a send tells the guard its draft’s family, and the store its draft', async () => {
  const { sending, draftId, familyId, orders, noted, cancel } = sendDraft();
  await vi.advanceTimersByTimeAsync(0);
  expect(orders).toMatchObject([{ draftId: familyId }]);
  expect(noted).toEqual([draftId]);
  cancel();
  await sending;
});

it('a draft of an operation other than Vault Forward is named to the guard without waiting for a note', async () => {
  const { sending, familyId, orders, isHeldUp } = sendDraft(SESSION);
  await vi.advanceTimersByTimeAsync(0);
  expect(isHeldUp()).toBe(false);
  expect(orders).toMatchObject([{ draftId: familyId }]);
  await sending;
});

it('a declined send leaves the exchange noted for its draft', async () => {
  const { sending, noted } = sendDraft(FORWARD, false);
  expect(await sending).toEqual({ kind: 'declined' });
  expect(noted).toEqual([]);
  const next = sendDraft();
  await vi.advanceTimersByTimeAsync(1_500);
  await next.sending;
  expect(next.noted).toEqual([next.draftId]);
});
