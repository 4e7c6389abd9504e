import { z } from 'zod';
import type { UpdateRequests } from '@shared/bridge/updates';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { UpdateService } from './update-service';

export function updateHandlers(updates: UpdateService): BridgeHandlers<UpdateRequests> {
  return {
    describeUpdates: { parse: z.undefined(), handle: () => updates.describe() },
    checkForUpdates: { parse: z.undefined(), handle: () => updates.checkNow() },
    checkDaily: { parse: z.object({ on: z.boolean() }), handle: ({ on }) => updates.setDaily(on) },
  };
}
