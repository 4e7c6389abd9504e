import type { DatabaseState } from '../app/database-state';
import { requestNames } from './requests';

export interface DatabaseRequests {
  /** As it is now; it is opened at its first use, and `databaseChanged` tells of every later state. */
  describeStorage: { argument: undefined; result: DatabaseState };
  /** Asks the keychain for the key again. What this run has gathered in memory moves into the file. */
  retryStorage: { argument: undefined; result: DatabaseState };
  /** The person begins to do something: starts the database's process ahead of need, if it has ended. */
  wakeStorage: { argument: undefined; result: null };
}

export const databaseRequestNames = requestNames<DatabaseRequests>({
  describeStorage: true,
  retryStorage: true,
  wakeStorage: true,
});
