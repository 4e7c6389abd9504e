// Watches a page: how long the longest frame took, how many frames there were per second, and how much CPU time the
// longest task of its main thread took. On a machine with other work a frame may be long for that reason; the task's
// CPU time is the page's own.
import { median } from './measurement.mjs';

/** Runs in the page. */
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

/** Runs in the page: forgets what was seen so far. */
function restart() {
  const now = performance.now();
  Object.assign(window.frameWatch, { frames: 0, longest: 0, since: now, last: now });
}

/** Runs in the page. */
function read() {
  const { frames, longest, since } = window.frameWatch;
  return { frames, longest, ms: performance.now() - since };
}

/** Returns what was seen in each round. */
export async function frameProbe(page) {
  await page.evaluate(startWatching);
  const protocol = await page.context().newCDPSession(page);
  return {
    /** The trace records tasks, but takes time of its own. */
    async during(rounds, act, { traced = true } = {}) {
      const measured = [];
      for (let round = 0; round < rounds; round += 1) {
        const trace = traced ? await startTrace(protocol) : null;
        await page.evaluate(restart);
        await act(round);
        const { frames, longest, ms } = await page.evaluate(read);
        measured.push({ ms, frames, longest, task: trace === null ? null : longestTask(await trace.end()) });
      }
      return measured;
    },
  };
}

/** A row of a table for people: the medians of the rounds. */
export function rowOf(rounds) {
  const of = (one) => Math.round(median(rounds.map(one)));
  return {
    'time, ms': of(({ ms }) => ms),
    'frames a second': of(({ frames, ms }) => (frames / ms) * 1000),
    'longest frame, ms': of(({ longest }) => longest),
    'longest task, ms of CPU': of(({ task }) => task),
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

/** CPU time, in ms, of the longest task on the page's main thread. */
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
