/** Which say that the person is about to do something. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focus'] as const;
/** Often enough for the database not to end its process while the person works. */
const EVERY_MS = 2_000;

/** The process of the database ends when nobody asks it: it starts while the pointer is on its way, and not with the click. */
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
