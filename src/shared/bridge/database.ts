import type { DatabaseState } from '../app/database-state';
import { requestNames } from './requests';

export interface DatabaseRequests {
  /** The current state. The database is opened on first use, and `databaseChanged` reports every later state. */
  describeStorage: { argument: undefined; result: DatabaseState };
  /** Asks the keychain for the key again. What this run has collected in memory then moves into the file. */
  retryStorage: { argument: undefined; result: DatabaseState };
  /** Called when the person begins to do something: starts the database's process ahead of need, if it has ended. */
  wakeStorage: { argument: undefined; result: null };
}

export const databaseRequestNames = requestNames<DatabaseRequests>({
  describeStorage: true,
  retryStorage: true,
  wakeStorage: true,
});
