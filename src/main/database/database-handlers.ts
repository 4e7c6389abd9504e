import { z } from 'zod';
import type { StorageRequests } from '@shared/bridge/database';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { DatabaseService } from './database-service';

export function storageHandlers(database: DatabaseService): BridgeHandlers<StorageRequests> {
  return {
    describeStorage: { parse: z.undefined(), handle: () => database.state },
    retryStorage: { parse: z.undefined(), handle: () => database.reopen() },
  };
}
