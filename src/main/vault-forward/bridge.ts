import { z } from 'zod';
import type { VaultForwardRequests } from '../../shared/bridge/vault-forward';
import type { Profile } from '../../shared/profile';
import type { VaultForwardDraft } from '../../shared/vault-forward/draft';
import type { BridgeHandlers } from '../bridge-handler';
import { callIdSchema } from '../calls/bridge';
import type { RunningCalls } from '../calls/running-calls';
import { draftSchema } from './draft-schema';
import { sendDraft, type SendServices } from './send-draft';

export interface VaultForwardServices extends SendServices {
  readonly calls: RunningCalls;
  readonly activeProfile: () => Promise<Profile>;
  /** Puts in the values of secret headers that main keeps. Rejects with a `ProblemError` when one is gone. */
  readonly withSecrets: (draft: VaultForwardDraft) => Promise<VaultForwardDraft>;
}

export function vaultForwardHandlers(services: VaultForwardServices): BridgeHandlers<VaultForwardRequests> {
  return {
    sendVaultForward: {
      parse: z.object({
        draft: draftSchema,
        callId: callIdSchema,
        composedUnder: z.string().max(100).nullable(),
      }),
      handle: ({ callId, ...order }) =>
        services.calls.run(
          callId,
          async (signal) => {
            const profile = services.calls.under(callId, await services.activeProfile());
            const draft = await services.withSecrets(order.draft);
            return sendDraft({ ...order, draft, profile }, services, { callId, signal });
          },
          { outlivesWindow: true },
        ),
    },
  };
}
