import type { AskPerson, Question } from '@shared/questions/question';
import { leaveQuestion } from '../guards/leave-question';
import type { UnderWay } from '../guards/send-facts';

type MayEnd = (event: { preventDefault(): void }) => void;

export interface EndingServices {
  readonly app: { on(event: 'before-quit', listener: MayEnd): unknown; quit(): void };
  /** The app ends when this window closes; null before it is open. */
  readonly window: {
    on(event: 'close', listener: MayEnd): unknown;
    isDestroyed(): boolean;
    readonly webContents: { isCrashed(): boolean };
  } | null;
  readonly mayHaveEffect: () => UnderWay;
  /** What to ask while something that the person typed is only in memory; null otherwise. */
  readonly lossQuestion: () => Question | null;
  /** Cancels the requests that have not gone out yet, such as the rest of a run. */
  readonly leaveRest: () => void;
  readonly ask: AskPerson;
  readonly report: (where: string, error: unknown) => void;
}

/**
 * Before the app or its window ends, asks the person if a request that may have an effect is on its way, because it
 * could be carried out without anybody knowing, or if unsaved input would be lost. Asks nothing in a window that has
 * crashed.
 */
export function askBeforeEnd({
  app,
  window,
  mayHaveEffect,
  lossQuestion,
  leaveRest,
  ask,
  report,
}: EndingServices): void {
  /** While the question is open, the controller that closes it. */
  let state: 'running' | 'agreed' | AbortController = 'running';
  const mayEnd: MayEnd = (event) => {
    const { sends, settled } = mayHaveEffect();
    if (state === 'agreed') return;
    const isOut = sends.length > 0;
    const question = isOut ? leaveQuestion(sends, 'quit') : lossQuestion();
    if (question === null) return leaveRest();
    if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return;
    event.preventDefault();
    if (state !== 'running') return;
    const outcome = new AbortController();
    const { signal } = outcome;
    state = outcome;
    let isKnown = false;
    if (isOut)
      void settled.then((known) => {
        isKnown = known;
        // Immediately, or the next request of a run would go out before the question is closed.
        if (state === outcome) leaveRest();
        outcome.abort();
      });
    void ask(question, signal)
      .then(({ confirmed }) => {
        if (confirmed) leaveRest();
        state = confirmed ? 'agreed' : 'running';
        // Once the requests have their outcome there is nothing left to ask; the person wants the app to end. If it
        // is not known whether one was carried out, they have to see that first.
        if (confirmed || (signal.aborted && isKnown)) app.quit();
      })
      .catch((error: unknown) => {
        state = 'running';
        report('end', error);
      });
  };
  app.on('before-quit', mayEnd);
  window?.on('close', mayEnd);
}
