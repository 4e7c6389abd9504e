import { z } from 'zod';
import type { AppRequests } from '@shared/bridge/app';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { RunningCalls } from './running-calls';

/** A call id: a UUID made by the renderer. */
export const callIdSchema = z.string().uuid();

export function callHandlers(calls: RunningCalls): BridgeHandlers<Pick<AppRequests, 'cancelCall'>> {
  return {
    cancelCall: {
      parse: z.object({ callId: callIdSchema }),
      handle: ({ callId }) => calls.cancel(callId),
    },
  };
}
