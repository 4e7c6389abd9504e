import { mkdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'history-changed';

/**
 * Tells an app running on the same data folder that the history has changed, and nothing more. If the file cannot be
 * written, that is reported but is not an error.
 */
export function tellHistoryChanged(folder: string, report: (error: unknown) => void): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, FILE), '', { mode: 0o600 });
  } catch (error) {
    report(error);
  }
}

/**
 * Calls `onChange` after `tellHistoryChanged` in another process; returns a function that stops listening. If the
 * operating system cannot watch the folder, that is reported but is not an error.
 */
export function onHistoryChanged(
  folder: string,
  onChange: () => void,
  report: (error: unknown) => void,
): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, (_event, name) => {
      if (name === FILE) onChange();
    });
    watcher.on('error', report);
    return () => watcher.close();
  } catch (error) {
    report(error);
    return () => undefined;
  }
}
