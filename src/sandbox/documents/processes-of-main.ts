import type { StartDocumentProcess } from './document-client';
import type { DocumentMessage, DocumentQuestion } from './protocol';

/** What main is asked to do with a process. */
export type ProcessOrder =
  | { readonly type: 'process-start'; readonly process: number }
  | { readonly type: 'process-send'; readonly process: number; readonly message: DocumentQuestion }
  | { readonly type: 'process-end'; readonly process: number };

type Listeners = Parameters<StartDocumentProcess>[0];

/**
 * In the app, only main can start processes, so the sandbox's thread asks main to; messages from the processes come
 * back in the same way.
 */
export class ProcessesOfMain {
  private readonly listeners = new Map<number, Listeners>();
  private count = 0;

  constructor(private readonly post: (order: ProcessOrder) => void) {}

  readonly start: StartDocumentProcess = (listeners) => {
    const process = (this.count += 1);
    this.listeners.set(process, listeners);
    this.post({ type: 'process-start', process });
    return {
      send: (message) => this.post({ type: 'process-send', process, message }),
      end: () => this.post({ type: 'process-end', process }),
    };
  };

  said(process: number, message: DocumentMessage): void {
    this.listeners.get(process)?.onMessage(message);
  }

  ended(process: number): void {
    this.listeners.get(process)?.onExit();
    this.listeners.delete(process);
  }
}
