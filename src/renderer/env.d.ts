import type { ExplorerBridge } from '../shared/bridge';
import type { QuestionPage } from '../shared/question-page';

declare global {
  interface Window {
    readonly explorer: ExplorerBridge;
    /** On the page of a question only, which has no other. */
    readonly question: QuestionPage;
  }
}
