/** Lets a loop sleep until an event handler calls; a call while nobody waits is not lost. */
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
