import type { BodyQuestion } from './messages';
import { BodyServer } from './serve-body';

const server = new BodyServer();

/** Reads bodies of any size while the page goes on. */
self.addEventListener('message', (event: MessageEvent<BodyQuestion>) => {
  self.postMessage(server.answer(event.data));
});
