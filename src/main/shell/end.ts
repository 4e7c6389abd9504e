import { app } from 'electron';

/** Runs the clean-up once, before the app ends. */
export function endWith(cleanUp: () => Promise<void>, report: (where: string, error: unknown) => void): void {
  let done = false;
  app.on('will-quit', (event) => {
    if (done) return;
    event.preventDefault();
    void cleanUp()
      .catch((error: unknown) => report('end', error))
      .finally(() => {
        done = true;
        app.quit();
      });
  });
}
