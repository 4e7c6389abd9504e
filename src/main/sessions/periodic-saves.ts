import { TaskQueue } from '@shared/task-queue';

/** In ms; a crash may lose this much of a running list. */
export const SAVE_EVERY_MS = 2_000;

/** Saves something that changes often: periodically, one save at a time, and once more at the end. */
export class PeriodicSaves {
  private timer: NodeJS.Timeout | null = null;
  private readonly saves = new TaskQueue();

  /** @param save saves the state at the time of the call; never rejects. */
  constructor(private readonly save: () => Promise<void>) {}

  changed(): void {
    this.timer ??= setTimeout(() => {
      void this.saves.run(() => {
        // Only now, so that a slow save never has more than one waiting behind it.
        this.timer = null;
        return this.save();
      });
    }, SAVE_EVERY_MS);
  }

  /** Resolves once everything is saved. Nothing may change after this. */
  async end(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    await this.saves.settled();
    await this.save();
  }
}
