import { z, type ZodType } from 'zod';
import type { VaultForwardRequests } from '../../shared/bridge/vault-forward';
import type { Profile } from '../../shared/profile';
import { parseDraft, type VaultForwardDraft } from '../../shared/vault-forward/draft';
import type { BridgeHandlers } from '../bridge-handler';
import { callIdSchema } from '../calls/bridge';
import type { RunningCalls } from '../calls/running-calls';
import { sendConfirmationSchema } from '../guards/bridge';
import { sendDraft, type SendServices } from './send-draft';

export interface VaultForwardServices extends SendServices {
  readonly calls: RunningCalls;
  readonly activeProfile: () => Promise<Profile>;
}

/** The shape of a draft is `parseDraft`'s to know. */
const draftSchema: ZodType<VaultForwardDraft> = z.unknown().transform((value, context) => {
  const parsed = parseDraft(value);
  if (parsed.ok) return parsed.value;
  context.addIssue({ code: 'custom', message: parsed.problem.detail ?? parsed.problem.title });
  return z.NEVER;
});

export function vaultForwardHandlers(services: VaultForwardServices): BridgeHandlers<VaultForwardRequests> {
  return {
    sendVaultForward: {
      parse: z.object({
        draft: draftSchema,
        callId: callIdSchema,
        composedUnder: z.string().max(100).nullable(),
        confirmation: sendConfirmationSchema.nullable(),
      }),
      handle: ({ callId, ...order }) =>
        services.calls.run(callId, async (signal) => {
          const profile = await services.activeProfile();
          return sendDraft({ ...order, profile }, services, { callId, signal });
        }),
    },
  };
}
