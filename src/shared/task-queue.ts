/** Runs tasks one at a time, in the order in which they are given. One that fails does not stop those after it. */
export class TaskQueue {
  private last: Promise<void> = Promise.resolve();

  /** Settles as the task does. */
  run<T>(task: () => T | Promise<T>): Promise<T> {
    const done = this.last.then(task);
    const end = (): void => undefined;
    this.last = done.then(end, end);
    return done;
  }

  /** Resolves when all tasks given so far have ended, whether they failed or not. */
  settled(): Promise<void> {
    return this.last;
  }
}
