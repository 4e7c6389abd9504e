import { dialog } from 'electron';
import { APP_NAME } from '@shared/profiles/window-title';

/**
 * Exceptions that nothing caught. The runtime would print them and show them raw, with whatever secret their words
 * hold; here they go to the log, which takes secrets out, and the person is told where to look. The app goes on.
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
