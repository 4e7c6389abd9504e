import { z, type ZodType } from 'zod';
import type { GuardRequests } from '../../shared/bridge/guards';
import type { SendConfirmation } from '../../shared/guard';
import type { BridgeHandlers } from '../bridge-handler';
import type { SecretHosts } from '../secrets/secret-hosts';
import type { SendGuard } from './send-guard';

/** For every request that sends something: the person's explicit yes, or null. */
export const sendConfirmationSchema: ZodType<SendConfirmation> = z.object({
  ticket: z.string().uuid(),
  decision: z.literal('send'),
  doNotAskForTenMinutes: z.boolean(),
});

const hostOfSecret = z.object({ id: z.string().max(100), host: z.string().max(300) });

export function guardHandlers(guard: SendGuard, secretHosts: SecretHosts): BridgeHandlers<GuardRequests> {
  return {
    describeGrants: { parse: z.undefined(), handle: () => guard.describeGrants() },
    endGrant: {
      parse: z.object({ profileId: z.string().max(100) }),
      handle: ({ profileId }) => guard.endGrant(profileId),
    },
    describeSecretHosts: { parse: z.undefined(), handle: () => secretHosts.describe() },
    allowSecretHost: { parse: hostOfSecret, handle: ({ id, host }) => secretHosts.allow(id, host) },
    forgetSecretHost: { parse: hostOfSecret, handle: ({ id, host }) => secretHosts.forget(id, host) },
  };
}
