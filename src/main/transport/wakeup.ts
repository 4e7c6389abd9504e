/** Lets a loop sleep until an event handler wakes it. A call while nothing is waiting is remembered. */
export class Wakeup {
  private called = false;
  private wake: (() => void) | null = null;

  call(): void {
    this.called = true;
    this.wake?.();
  }

  async wait(): Promise<void> {
    if (!this.called) await new Promise<void>((resolve) => (this.wake = resolve));
    this.wake = null;
    this.called = false;
  }
}
