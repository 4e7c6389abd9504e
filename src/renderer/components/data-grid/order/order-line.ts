import type { FromOrder, ToOrder } from './messages';

/** A line to whoever orders rows. */
export interface OrderLine {
  post(message: ToOrder): void;
  close(): void;
}

export interface OrderListener {
  onOrder(order: Uint32Array): void;
  /** The worker could not be started, or broke: no more answers come. */
  onFailure(): void;
}

/** Starts a worker of its own for one table. */
export function connectOrderWorker(listener: OrderListener): OrderLine {
  const worker = new Worker(new URL('./order-worker.ts', import.meta.url), {
    type: 'module',
    name: 'row-order',
  });
  worker.addEventListener('message', (event: MessageEvent<FromOrder>) => listener.onOrder(event.data.order));
  worker.addEventListener('error', () => listener.onFailure());
  return { post: (message) => worker.postMessage(message), close: () => worker.terminate() };
}
