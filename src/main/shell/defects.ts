import { dialog } from 'electron';
import { APP_NAME } from '@shared/profiles/window-title';

/**
 * Handles uncaught exceptions. The runtime would print and show them raw, including any secrets in their messages.
 * Here they go to the log, which removes secrets, and the person is told where to look. The app keeps running.
 */
export function catchDefects(report: (error: unknown) => void): void {
  let told = false;
  const onDefect = (error: unknown): void => {
    report(error);
    if (told) return;
    told = true;
    void showDefectDialog().finally(() => (told = false));
  };
  process.on('uncaughtException', onDefect);
  process.on('unhandledRejection', onDefect);
}

async function showDefectDialog(): Promise<void> {
  await dialog.showMessageBox({
    type: 'error',
    title: APP_NAME,
    message: 'Something went wrong inside the app',
    detail:
      'The app is still running, and what you entered is still there. If something stops responding, restart the app. The log says what happened: its folder is shown in Settings.',
    buttons: ['OK'],
  });
}
