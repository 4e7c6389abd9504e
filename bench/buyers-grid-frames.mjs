// Watches the frames of a page: how long the longest took, how many there were a second, and the longest task.

/** In the page. */
function startWatching() {
  const seen = { frames: 0, longest: 0, longestTask: 0, since: performance.now(), last: performance.now() };
  window.frameWatch = seen;
  const frame = (now) => {
    seen.frames += 1;
    seen.longest = Math.max(seen.longest, now - seen.last);
    seen.last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration);
  }).observe({ entryTypes: ['longtask'] });
}

/** In the page: forgets what was seen so far. */
function restart() {
  const now = performance.now();
  Object.assign(window.frameWatch, { frames: 0, longest: 0, longestTask: 0, since: now, last: now });
}

/** In the page. */
function read() {
  const { frames, longest, longestTask, since } = window.frameWatch;
  return { frames, longest, longestTask, ms: performance.now() - since };
}

/** Each figure is the median of the rounds: a busy machine spoils one of them, seldom most. */
export async function frameProbe(page) {
  await page.evaluate(startWatching);
  return {
    /** The figures of what happens meanwhile; a task counts as long from 50 ms on. */
    async during(what, rounds, act) {
      const measured = [];
      for (let round = 0; round < rounds; round += 1) {
        await page.evaluate(restart);
        await act(round);
        measured.push(await page.evaluate(read));
      }
      return {
        what,
        'time, ms': median(measured.map(({ ms }) => ms)),
        'frames a second': median(measured.map(({ frames, ms }) => (frames / ms) * 1000)),
        'longest frame, ms': median(measured.map(({ longest }) => longest)),
        'longest task, ms': median(measured.map(({ longestTask }) => longestTask)),
      };
    },
  };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)]);
}
