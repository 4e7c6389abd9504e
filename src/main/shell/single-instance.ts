import { accessSync, constants, statSync } from 'node:fs';
import { readDeepLink } from '@shared/app/deep-link';

/** The part of Electron's app used here. */
interface LockedApp {
  on(event: 'second-instance', listener: (event: unknown, commandLine: readonly string[]) => void): unknown;
  relaunch(options: { args: string[] }): void;
}

/**
 * False if another one runs on this data folder. Chromium says the same of a folder in which it cannot make its lock;
 * the app starts there all the same, because it has nothing to write that another could overwrite.
 */
export function isOnlyOne(app: { requestSingleInstanceLock(): boolean }, dataFolder: string): boolean {
  return app.requestSingleInstanceLock() || !canBeWritten(dataFolder);
}

function canBeWritten(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** The part of Electron's window used here; only `isDestroyed` may be called once it is closed. */
interface OwnWindow {
  isDestroyed(): boolean;
  isMinimized(): boolean;
  restore(): void;
  focus(): void;
}

/**
 * A second start shows the window of the first one. If that window is already closed, the app is ending and holds the
 * lock until it is done: it then relaunches itself right after its end, with the link of the second start.
 */
export function answerSecondStarts(
  app: LockedApp,
  window: () => OwnWindow | null,
  ownArguments: readonly string[] = process.argv.slice(1),
): void {
  let startsAgain = false;
  app.on('second-instance', (_event, commandLine) => {
    const shown = window();
    if (shown === null) return; // The window opens in a moment.
    if (!shown.isDestroyed()) {
      if (shown.isMinimized()) shown.restore();
      shown.focus();
    } else if (!startsAgain) {
      startsAgain = true;
      const isLink = (text: string): boolean => readDeepLink(text) !== null;
      app.relaunch({
        args: [...ownArguments.filter((text) => !isLink(text)), ...commandLine.filter(isLink)],
      });
    }
  });
}
