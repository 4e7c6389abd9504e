// The tasks of the page's thread, from a trace: their wall-clock time, and the time during which the thread itself was
// working. The difference is what else the machine did meanwhile, so the second number shows the cost of the page even
// on a busy machine.
import { readFileSync, rmSync } from 'node:fs';

/** Runs a measurement under a trace. Returns its result, and a function from a step's id to its longest tasks, in ms. */
export async function withTasks(app, measure) {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({
      included_categories: ['toplevel', 'blink.user_timing'],
      recording_mode: 'record-until-full',
      trace_buffer_size_in_kb: 400_000,
    }),
  );
  const result = await measure();
  const file = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording());
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return { result, longestTasks: (id) => longestTasks(traceEvents, id) };
}

function longestTasks(events, id) {
  const begin = events.find(({ name }) => name === `timed-${id}-begin`);
  const end = events.find(({ name }) => name === `timed-${id}-end`);
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts, dur }) =>
      name === 'ThreadControllerImpl::RunTask' &&
      ph === 'X' &&
      pid === begin.pid &&
      tid === begin.tid &&
      ts + dur >= begin.ts &&
      ts <= end.ts,
  );
  const longest = (of) => tasks.reduce((most, task) => Math.max(most, of(task) ?? 0), 0) / 1000;
  return { wall: longest(({ dur }) => dur), thread: longest(({ tdur }) => tdur) };
}
