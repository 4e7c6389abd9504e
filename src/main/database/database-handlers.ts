import { z } from 'zod';
import type { DatabaseRequests } from '@shared/bridge/database';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { DatabaseService } from './database-service';

export function databaseHandlers(database: DatabaseService): BridgeHandlers<DatabaseRequests> {
  return {
    describeStorage: { parse: z.undefined(), handle: () => database.state },
    retryStorage: { parse: z.undefined(), handle: () => database.reopen() },
    wakeStorage: {
      parse: z.undefined(),
      handle: () => {
        database.wake();
        return null;
      },
    },
  };
}
