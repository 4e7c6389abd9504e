import type { ToOrder } from './messages';
import { serveOrder } from './serve-order';

const serve = serveOrder((message, transfer) => self.postMessage(message, { transfer }));
self.addEventListener('message', (event: MessageEvent<ToOrder>) => serve(event.data));
