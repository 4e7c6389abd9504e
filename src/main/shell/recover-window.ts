import { app, dialog, type BrowserWindow } from 'electron';
import { APP_NAME } from '@shared/profiles/window-title';
import { WindowRecovery } from './window-recovery';

/**
 * Restarts the window's page when it crashes or hangs. Questions use dialogs of the operating system, because the
 * page cannot show them.
 */
export function recoverWindow(
  window: BrowserWindow,
  services: { readonly report: (what: string) => void; readonly onGone: () => void },
): WindowRecovery {
  return new WindowRecovery(window, {
    ...services,
    quit: () => app.quit(),
    now: () => Date.now(),
    askToTryAgain: async () => {
      const { response } = await dialog.showMessageBox({
        type: 'error',
        title: APP_NAME,
        message: 'The window stopped working again',
        detail:
          'Drafts and history are kept. If it stops every time, the log says why: it is in the folder "logs" of the data folder.',
        buttons: ['Restart the window', 'Quit'],
        defaultId: 0,
        cancelId: 1,
      });
      return response === 0;
    },
    askToRestart: async (signal) => {
      const { response } = await dialog.showMessageBox(window, {
        type: 'warning',
        title: APP_NAME,
        message: 'The window is not responding',
        detail:
          'Drafts and history are kept. A request that was sent continues, and its outcome will be in the history.',
        buttons: ['Wait', 'Restart the window'],
        defaultId: 0,
        cancelId: 0,
        signal,
      });
      return response === 1;
    },
  });
}
