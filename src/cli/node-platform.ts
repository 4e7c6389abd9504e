import { join } from 'node:path';
import { BridgeEmitter } from '@main/bridge/bridge-emitter';
import type { ChosenFiles } from '@main/files/chosen-files';
import { openLog } from '@main/logs/log';
import type { Platform } from '@main/platform';
import { forkStarter } from '@main/processes/fork-process';
import { Redactor } from '@main/secrets/redactor';
import { settingsOf } from '@main/settings/settings-service';
import { DEFAULT_SETTINGS } from '@shared/app/settings';
import { messageOf } from '@shared/text/message-of';
import { proxyOfEnvironment } from './proxy-of-environment';

export interface NodePlatformOptions extends Pick<
  Platform,
  'version' | 'dataFolder' | 'pinnedProfileId' | 'ask'
> {
  /** The folder of main's built files. */
  readonly builtFolder: string;
}

/** The platform of the app without a window: plain Node. */
export function nodePlatform({ builtFolder, ...given }: NodePlatformOptions): Platform {
  const redactor = new Redactor();
  // It has its own log, because two processes that write to one file would truncate it at the same time.
  const logFolder = join(given.dataFolder.path, 'logs', 'command-line');
  const log = openLog({ folder: logFolder, redactor, level: DEFAULT_SETTINGS.logLevel });
  // The app sets a damaged file aside and says so in its window. Here nobody would see that, and the app would start
  // with new settings without saying so.
  const settings = settingsOf({ data: given.dataFolder.path, logs: logFolder }, { leavesDamaged: true });
  settings.onApply(({ logLevel }) => log.setLevel(logLevel));
  void settings.start();
  const built = (file: string): string => join(builtFolder, file);
  return {
    ...given,
    settings,
    built,
    log,
    redactor,
    report: (where, error) => log.write('error', where, messageOf(error)),
    events: new BridgeEmitter(),
    files: NO_FILES,
    resolveSystemProxy: (url) =>
      Promise.resolve(proxyOfEnvironment(url, (secret) => redactor.remember(secret))),
    startKeychain: forkStarter(built('keychain-process.js')),
    startDatabase: forkStarter(built('database-process.js')),
    startDocuments: forkStarter(built('documents-process.js')),
    startServing: forkStarter(built('sandbox-document-process.js')),
    startReading: forkStarter(built('reading-process.js')),
    tellEnd: () => undefined,
    // The process ends as soon as its command is done, and so is never idle.
    spareMemory: () => undefined,
  };
}

/** Nobody is present to choose a file. */
const NO_FILES: ChosenFiles = {
  choosePath: () => Promise.resolve(null),
  chooseFolder: () => Promise.resolve(null),
  openText: () => Promise.resolve(null),
  choosePathToSave: () => Promise.resolve(null),
  saveText: () => Promise.resolve(null),
};
