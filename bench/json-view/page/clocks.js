// Clocks of the bench page.
const LONGEST_WAIT_MS = 60_000;

export const frame = () => new Promise(requestAnimationFrame);

/**
 * The longest time between two frames, and the longest task of the page's thread, in ms. The first has the machine's
 * other work in it; the second is what the page itself kept waiting (browsers report tasks of 50 ms and more, 0: none).
 */
class Frames {
  longest = 0;
  longestTask = 0;
  #running = true;
  #tasks = new PerformanceObserver((list) => this.#note(list.getEntries()));

  constructor() {
    this.#tasks.observe({ type: 'longtask' });
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
    this.#note(this.#tasks.takeRecords());
    this.#tasks.disconnect();
    return { longest: this.longest, longestTask: this.longestTask };
  }

  #note(tasks) {
    for (const { duration } of tasks) this.longestTask = Math.max(this.longestTask, duration);
  }
}

/** Does something and waits for a condition: how long it took, and the longest frame meanwhile and shortly after. */
export async function timed(act, condition) {
  for (let before = 0; before < 3; before++) await frame();
  const frames = new Frames();
  const start = performance.now();
  await act();
  while (!condition()) {
    await frame();
    if (performance.now() - start > LONGEST_WAIT_MS) throw new Error(`Waited too long for ${condition}`);
  }
  const ms = performance.now() - start;
  for (let after = 0; after < 10; after++) await frame();
  return { ms, ...frames.stop() };
}
