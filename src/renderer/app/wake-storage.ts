/** Events that suggest that the person is about to do something. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focus'] as const;
/** In ms; often enough to keep the database's process alive while the person works. */
const EVERY_MS = 2_000;

/** The database's process ends when it is idle; this starts it while the pointer is moving, before the click. */
export function wakeStorageAhead(): void {
  let last = performance.now();
  const wake = (): void => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    void window.explorer.wakeStorage();
  };
  for (const sign of SIGNS) addEventListener(sign, wake, { capture: true, passive: true });
}
