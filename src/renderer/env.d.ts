import type { ExplorerBridge } from '@shared/bridge/bridge';
import type { QuestionPage } from '@shared/questions/question-page';

declare global {
  interface Window {
    readonly explorer: ExplorerBridge;
    /** On the page of a question only, which has no other. */
    readonly question: QuestionPage;
  }
}
