import { z } from 'zod';
import type { SessionRequests } from '../../shared/bridge/sessions';
import type { Profile } from '../../shared/profile';
import { isUuid } from '../../shared/uuid';
import type { ApiClient } from '../api/api-client';
import type { BridgeHandlers } from '../bridge-handler';
import { callIdSchema } from '../calls/bridge';
import type { RunningCalls } from '../calls/running-calls';

export interface SessionServices {
  readonly api: ApiClient;
  readonly calls: RunningCalls;
  readonly activeProfile: () => Promise<Profile>;
}

export function sessionHandlers({
  api,
  calls,
  activeProfile,
}: SessionServices): BridgeHandlers<SessionRequests> {
  return {
    lookUpSession: {
      parse: z.object({ sessionId: z.string().refine(isUuid), callId: callIdSchema }),
      handle: ({ sessionId, callId }) =>
        calls.run(callId, async (signal) =>
          api.call(
            await activeProfile(),
            { operation: 'get_checkout_session', pathParameters: { session_id: sessionId } },
            { callId, signal },
          ),
        ),
    },
  };
}
