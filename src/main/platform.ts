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

/** What the app stands on, electron's part of it included: the shell gives it, and everything else is made of it. */
export interface Platform {
  /** Of the app. */
  readonly version: string;
  /** `own`: the data folder was given with `--user-data-dir`. */
  readonly dataFolder: { readonly path: string; readonly own: boolean };
  /**
   * Id of the profile that this run is on, whichever is active for the window: the command line works beside the app, and
   * changes nothing that is the app's to keep. Null for the app.
   */
  readonly pinnedProfileId: string | null;
  /** The app's settings, which the shell puts into effect as far as they are its own. */
  readonly settings: SettingsService;
  /** The path of one of main's built files. */
  readonly built: (file: string) => string;
  readonly log: Log;
  /** What the log leaves out. */
  readonly redactor: Redactor;
  /** Writes what failed beside the answer to the log. */
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
  /** Tells a person who is in another window that a long job ended. */
  readonly tellEnd: (ended: EndedJob) => void;
  /** False while something is under way that is to be fast above all. */
  readonly spareMemory: (isSparing: boolean) => void;
}
