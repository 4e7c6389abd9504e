import type { FromOrder, ToOrder } from './messages';
import { serveOrder } from './serve-order';

/** For tests: the worker's inside on this thread. It answers a moment later, as a worker does. */
export class OrderWorker {
  private listener: (event: { data: FromOrder }) => void = () => undefined;
  private readonly serve = serveOrder((data) => void setTimeout(() => this.listener({ data }), 0));

  postMessage(message: ToOrder): void {
    this.serve(message);
  }

  addEventListener(type: string, listener: (event: { data: FromOrder }) => void): void {
    if (type === 'message') this.listener = listener;
  }

  terminate(): void {
    this.listener = () => undefined;
  }
}
