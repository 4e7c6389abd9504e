import type { ExplorerBridge } from '@shared/bridge/bridge';
import type { QuestionPage } from '@shared/questions/question-page';

declare global {
  interface Window {
    readonly explorer: ExplorerBridge;
    /** On the page of a question only, which has no other. */
    readonly question: QuestionPage;
  }
  interface WindowEventMap {
    /** Vite's: a script that is loaded when it is needed did not come. */
    'vite:preloadError': Event & { readonly payload: Error };
  }
}
