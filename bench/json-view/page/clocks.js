// Clocks of the bench page.
const MAX_WAIT_MS = 60_000;

export const frame = () => new Promise(requestAnimationFrame);

/** The longest time between two frames, in ms. */
class Frames {
  longest = 0;
  #running = true;

  constructor() {
    let last = performance.now();
    const tick = (now) => {
      this.longest = Math.max(this.longest, now - last);
      last = now;
      if (this.#running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  stop() {
    this.#running = false;
    return this.longest;
  }
}

let lastId = 0;

/**
 * Runs an action and waits for a condition. Returns how long that took, and the longest frame meanwhile and shortly
 * after. In a trace of the process, the time is between the marks `timed-<id>-begin` and `timed-<id>-end`.
 */
export async function timed(act, condition) {
  for (let before = 0; before < 3; before++) await frame();
  const id = ++lastId;
  performance.mark(`timed-${id}-begin`);
  const frames = new Frames();
  const start = performance.now();
  await act();
  while (!condition()) {
    await frame();
    if (performance.now() - start > MAX_WAIT_MS) throw new Error(`Waited too long for ${condition}`);
  }
  const ms = performance.now() - start;
  for (let after = 0; after < 10; after++) await frame();
  performance.mark(`timed-${id}-end`);
  return { id, ms, longest: frames.stop() };
}
