import type { AskPerson } from '@shared/questions/question';
import { leaveQuestion, LOSS_QUESTION } from '../guards/leave-question';
import type { UnderWay } from '../guards/send-facts';

type MayEnd = (event: { preventDefault(): void }) => void;

export interface EndingServices {
  readonly app: { on(event: 'before-quit', listener: MayEnd): unknown; quit(): void };
  /** The app ends with it; null before it is open. */
  readonly window: {
    on(event: 'close', listener: MayEnd): unknown;
    isDestroyed(): boolean;
    readonly webContents: { isCrashed(): boolean };
  } | null;
  readonly mayHaveEffect: () => UnderWay;
  /** True while something that the person has typed is in memory only. */
  readonly losesTyped: () => boolean;
  /** Of what is under way, what has not gone out yet does not any more, as the rest of a run. */
  readonly leaveRest: () => void;
  readonly ask: AskPerson;
  readonly report: (where: string, error: unknown) => void;
}

/**
 * The end of the app, or of its window, is asked about while a request is on its way that may have an effect: it could be
 * carried out, and nobody would know; and while what was typed ends with it. A window that is dead can ask nobody.
 */
export function askBeforeEnd({
  app,
  window,
  mayHaveEffect,
  losesTyped,
  leaveRest,
  ask,
  report,
}: EndingServices): void {
  /** While it is asked about, what takes that question away. */
  let state: 'running' | 'agreed' | AbortController = 'running';
  const mayEnd: MayEnd = (event) => {
    const { sends, settled } = mayHaveEffect();
    if (state === 'agreed') return;
    const isOut = sends.length > 0;
    if (!isOut && !losesTyped()) return leaveRest();
    if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return;
    event.preventDefault();
    if (state !== 'running') return;
    const outcome = new AbortController();
    const { signal } = outcome;
    state = outcome;
    if (isOut)
      void settled.then(() => {
        // At once: the next request of a run would go out before the question is gone.
        if (state === outcome) leaveRest();
        outcome.abort();
      });
    void ask(isOut ? leaveQuestion(sends, 'quit') : LOSS_QUESTION, signal)
      .then(({ confirmed }) => {
        if (confirmed) leaveRest();
        state = confirmed ? 'agreed' : 'running';
        // With the outcome there is nothing left to be asked; the person wants the app to end.
        if (confirmed || signal.aborted) app.quit();
      })
      .catch((error: unknown) => {
        state = 'running';
        report('end', error);
      });
  };
  app.on('before-quit', mayEnd);
  window?.on('close', mayEnd);
}
