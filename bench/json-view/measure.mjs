// One measurement in a page that has just been loaded: rows of figures by the name of the step.
import { withTasks } from './tasks.mjs';

/** Memory of the page's process (including its worker), in MB. */
async function pageMegabytes(app) {
  const kilobytes = await app.evaluate(({ app: electron }) => {
    const pages = electron.getAppMetrics().filter((metric) => metric.type === 'Tab');
    return pages.reduce((sum, metric) => sum + metric.memory.workingSetSize, 0);
  });
  return kilobytes / 1000;
}

/** Runs a measurement while polling the page's memory. */
async function withPeak(app, measure) {
  const before = await pageMegabytes(app);
  let peak = before;
  let going = true;
  const looking = (async () => {
    while (going) {
      peak = Math.max(peak, await pageMegabytes(app));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const stopped = looking.catch(() => {});
  const measured = await measure().finally(() => (going = false));
  await stopped;
  return { measured, memory: { 'MB, empty page': before, 'MB, peak': peak } };
}

/** `measure` returns timed steps by name. */
async function rowsOf(app, measure) {
  const { result, longestTasks } = await withTasks(app, () => withPeak(app, measure));
  const rows = Object.entries(result.measured).map(([name, { id, ms, longest }]) => {
    const { wall, thread } = longestTasks(id);
    const row = { ms, 'longest frame': longest, 'longest task': wall, 'longest task, thread time': thread };
    return [name, row];
  });
  return { steps: Object.fromEntries(rows), memory: result.memory };
}

export function measureReference(app, page) {
  const address = 'app://explorer/bodies/body.json';
  return rowsOf(app, async () => ({
    'reference: JSON.parse and <pre>': await page.evaluate((from) => window.bench.reference(from), address),
  }));
}

export function measureViewer(app, page, bytes) {
  const source = { kind: 'stored', bodyId: 'body.json', bytes, encoding: 'utf-8', complete: true };
  return rowsOf(app, () => page.evaluate((from) => window.bench.measure(from), source));
}
