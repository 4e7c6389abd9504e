import type { ExplorerBridge } from '@shared/bridge/bridge';
import type { QuestionPage } from '@shared/questions/question-page';

declare global {
  interface Window {
    readonly explorer: ExplorerBridge;
    /** Exists only on the page of a question, which has nothing else. */
    readonly question: QuestionPage;
  }
  interface WindowEventMap {
    /** Fired by Vite when a script that loads on demand cannot be loaded. */
    'vite:preloadError': Event & { readonly payload: Error };
  }
}
