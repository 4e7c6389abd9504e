// Watches a page: how long the longest frame took, how many there were a second, and how much of the processor the
// longest task of its main thread took. On a machine that others use, a frame is long for their sake too; that task is
// the page's own.

/** In the page. */
function startWatching() {
  const seen = { frames: 0, longest: 0, since: performance.now(), last: performance.now() };
  window.frameWatch = seen;
  const frame = (now) => {
    seen.frames += 1;
    seen.longest = Math.max(seen.longest, now - seen.last);
    seen.last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** In the page: forgets what was seen so far. */
function restart() {
  const now = performance.now();
  Object.assign(window.frameWatch, { frames: 0, longest: 0, since: now, last: now });
}

/** In the page. */
function read() {
  const { frames, longest, since } = window.frameWatch;
  return { frames, longest, ms: performance.now() - since };
}

/** Each figure is the median of the rounds. */
export async function frameProbe(page) {
  await page.evaluate(startWatching);
  const protocol = await page.context().newCDPSession(page);
  return {
    async during(what, rounds, act) {
      const measured = [];
      for (let round = 0; round < rounds; round += 1) {
        const trace = await startTrace(protocol);
        await page.evaluate(restart);
        await act(round);
        const seen = await page.evaluate(read);
        measured.push({ ...seen, longestTask: longestTask(await trace.end()) });
      }
      const figure = (of) => median(measured.map(of));
      return {
        what,
        'time, ms': figure(({ ms }) => ms),
        'frames a second': figure(({ frames, ms }) => (frames / ms) * 1000),
        'longest frame, ms': figure(({ longest }) => longest),
        'longest task, ms of CPU': figure((round) => round.longestTask),
      };
    },
  };
}

async function startTrace(protocol) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  protocol.on('Tracing.dataCollected', collect);
  await protocol.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  });
  return {
    async end() {
      const complete = new Promise((resolve) => protocol.once('Tracing.tracingComplete', resolve));
      await protocol.send('Tracing.end');
      await complete;
      protocol.off('Tracing.dataCollected', collect);
      return events;
    },
  };
}

/** Milliseconds of CPU of the longest task on the page's main thread. */
function longestTask(events) {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && threads.has(`${pid} ${tid}`),
  );
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)]);
}
