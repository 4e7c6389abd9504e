import type { StartServingProcess } from './sandbox-host/document-processes';
import type { AskPerson } from '@shared/questions/question';
import type { StartReadingProcess } from './body-reading/body-reader';
import type { BridgeEmitter } from './bridge/bridge-emitter';
import type { EndedJob } from './calls/running-calls';
import type { StartKeychainProcess } from './credentials/keychain-client';
import type { StartDocumentsProcess } from './documents/document-client';
import type { ChosenFiles } from './files/chosen-files';
import type { StartDatabaseProcess } from './database/database-client';
import type { Log } from './logs/log';
import type { Redactor } from './secrets/redactor';
import type { SettingsService } from './settings/settings-service';
import type { TransportServices } from './transport/types';

/**
 * What the app is built on, including Electron's part: the shell provides it, and everything else is made from it.
 */
export interface Platform {
  /** The app's version. */
  readonly version: string;
  /** `own`: the data folder was given with `--user-data-dir`. */
  readonly dataFolder: { readonly path: string; readonly own: boolean };
  /**
   * Id of the profile that this run uses, whichever is active in the window: the command line runs beside the app and
   * must not change anything that belongs to the app. Null in the app itself.
   */
  readonly pinnedProfileId: string | null;
  /** The app's settings; the shell applies those that concern it. */
  readonly settings: SettingsService;
  /** The path of one of main's built files. */
  readonly built: (file: string) => string;
  readonly log: Log;
  /** Removes secrets from the log. */
  readonly redactor: Redactor;
  /** Logs failures that do not change the answer. */
  readonly report: (where: string, error: unknown) => void;
  readonly events: BridgeEmitter;
  readonly ask: AskPerson;
  readonly files: ChosenFiles;
  readonly resolveSystemProxy: TransportServices['resolveSystemProxy'];
  readonly startKeychain: StartKeychainProcess;
  readonly startDatabase: StartDatabaseProcess;
  readonly startDocuments: StartDocumentsProcess;
  readonly startServing: StartServingProcess;
  readonly startReading: StartReadingProcess;
  /** Tells a person who is in another window that a long job has ended. */
  readonly tellEnd: (ended: EndedJob) => void;
  /** Called with false while something runs that must be as fast as possible. */
  readonly spareMemory: (isSparing: boolean) => void;
}
