import type { BodyQuestion } from './messages';
import { answerBody } from './serve-body';

/** Reads bodies of any size while the page goes on. */
self.addEventListener('message', (event: MessageEvent<BodyQuestion>) => {
  self.postMessage(answerBody(event.data));
});
