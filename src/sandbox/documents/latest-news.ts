import type { ServedDocument } from '@shared/documents/served-document';

const EVERY_MS = 200;

/**
 * Throttles the states of served documents: while answers are being checked, only the latest state is sent, every 200
 * ms; any other change is sent at once.
 */
export class LatestNews {
  private readonly last = new Map<string, ServedDocument>();
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(private readonly post: (state: ServedDocument) => void) {}

  readonly tell = (state: ServedDocument): void => {
    const { id } = state;
    const before = this.last.get(id);
    this.last.set(id, state);
    if (before?.state === state.state && state.checked < state.operations) {
      if (!this.waiting.has(id)) this.waiting.set(id, setTimeout(() => this.flush(id), EVERY_MS).unref());
      return;
    }
    this.flush(id);
  };

  private flush(id: string): void {
    clearTimeout(this.waiting.get(id));
    this.waiting.delete(id);
    const state = this.last.get(id);
    if (state !== undefined) this.post(state);
  }
}
