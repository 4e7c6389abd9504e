import { z } from 'zod';
import type { ConnectionRequests, EnteredSecret } from '@shared/bridge/connection';
import { TOKEN_LIFETIME } from '@shared/profiles/credential';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import { profileDraftSchema, profileIdSchema } from '../profiles/profile-schema';
import { testConnection, type ConnectionTestServices } from './test-connection';

export interface ConnectionBridgeServices extends ConnectionTestServices {
  readonly calls: RunningCalls;
  /** Asks the person for a file; resolves to its path, or null. */
  readonly choosePath: (title: string) => Promise<string | null>;
}

const secretText = z.string().max(200_000);
const enteredSecret: z.ZodType<EnteredSecret> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: secretText }),
  z.object({
    kind: z.literal('signing-key'),
    key: secretText,
    scopes: z.array(z.string().max(200)).max(100),
    lifetimeSeconds: z.number().int().min(TOKEN_LIFETIME.least).max(TOKEN_LIFETIME.most),
    issuer: z.string().min(1).max(500).nullable(),
  }),
]);

export function connectionHandlers(services: ConnectionBridgeServices): BridgeHandlers<ConnectionRequests> {
  return {
    testConnection: {
      parse: z.object({
        profileId: profileIdSchema.nullable(),
        draft: profileDraftSchema,
        secret: enteredSecret.nullable(),
        callId: callIdSchema,
      }),
      handle: ({ callId, ...argument }) =>
        services.calls.run(callId, (signal) => testConnection(argument, services, { callId, signal })),
    },
    chooseFile: {
      parse: z.object({ title: z.string().max(200) }),
      handle: ({ title }) => services.choosePath(title),
    },
  };
}
