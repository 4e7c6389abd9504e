import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SendingRequests } from '@shared/bridge/sending';
import type { Profile } from '@shared/profiles/profile';
import { requestSpecSchema } from '@shared/requests/request-spec';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import type { Sender } from './sender';

export interface SendingBridgeServices {
  readonly sender: Pick<Sender, 'submit'>;
  readonly calls: RunningCalls;
  readonly activeProfile: () => Promise<Profile>;
  /** Told before it goes out as which exchange a draft is sent. */
  readonly noteSentDraft: (draftId: string, exchangeId: string) => Promise<void>;
}

export function sendingHandlers(services: SendingBridgeServices): BridgeHandlers<SendingRequests> {
  const { sender, calls, activeProfile, noteSentDraft } = services;
  return {
    sendRequest: {
      parse: z.object({
        request: requestSpecSchema,
        callId: callIdSchema,
        composedUnder: z.string().max(100).nullable(),
        draftId: z.string().uuid().nullable(),
      }),
      handle: ({ request, callId, composedUnder, draftId }) =>
        calls.run(
          callId,
          async (signal) => {
            const id = randomUUID();
            const profile = calls.under(callId, await activeProfile());
            if (draftId !== null) await noteSentDraft(draftId, id);
            const order = { id, request, profile, composedUnder, replayOf: null };
            return sender.submit(order, { callId, signal });
          },
          { outlivesWindow: true },
        ),
    },
  };
}
