import type { MessageEnd } from './worker-rpc';

/** For tests: runs a worker's code on this thread. Messages are copied as they are between page and worker. */
export function workerHere(serve: (end: MessageEnd) => unknown) {
  return class {
    private readonly channel = new MessageChannel();

    constructor() {
      const { port1, port2 } = this.channel;
      serve(port2);
      port1.start();
      port2.start();
    }

    postMessage(message: unknown, options: { transfer: Transferable[] }): void {
      this.channel.port1.postMessage(message, options);
    }

    addEventListener(type: string, listener: (event: MessageEvent) => void): void {
      if (type === 'message') this.channel.port1.addEventListener('message', listener);
    }

    terminate(): void {
      this.channel.port1.close();
    }
  };
}
