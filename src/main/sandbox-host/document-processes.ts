import { z } from 'zod';
import type { ChildProcess, StartProcess } from '../processes/child-process';

/** Messages between the sandbox and its process are not typed, because main only passes them on. */
export type StartServingProcess = StartProcess<unknown, unknown>;

export const processOrder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('process-start'), process: z.number() }),
  z.object({ type: z.literal('process-send'), process: z.number(), message: z.unknown() }),
  z.object({ type: z.literal('process-end'), process: z.number() }),
]);

/** The processes for the documents that the sandbox serves. Its thread cannot start any, so it asks main to. */
export class DocumentProcesses {
  private readonly running = new Map<number, ChildProcess<unknown>>();

  constructor(
    private readonly start: StartServingProcess,
    private readonly post: (message: object) => void,
  ) {}

  take(order: z.infer<typeof processOrder>): void {
    const { process } = order;
    switch (order.type) {
      case 'process-start':
        this.begin(process);
        return;
      case 'process-send':
        this.running.get(process)?.send(order.message);
        return;
      case 'process-end':
        this.running.get(process)?.end();
    }
  }

  private begin(process: number): void {
    const onExit = (): void => {
      this.running.delete(process);
      this.post({ type: 'process-ended', process });
    };
    try {
      const onMessage = (message: unknown): void => this.post({ type: 'process-said', process, message });
      this.running.set(process, this.start({ onMessage, onExit }));
    } catch {
      // Treated like a process that ended at once: the sandbox then says that the document cannot be served.
      onExit();
    }
  }

  /** Call when the sandbox is gone. */
  endAll(): void {
    for (const child of this.running.values()) child.end();
  }
}
