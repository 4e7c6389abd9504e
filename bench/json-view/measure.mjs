// One measurement in a page that was just loaded: rows of figures by the name of the step.

function row({ ms, longest, longestTask }) {
  return { ms, 'longest frame, ms': longest, 'longest task, ms': longestTask };
}

/** Memory of the page's process (its worker's too), in MB. */
async function pageMegabytes(app) {
  const kilobytes = await app.evaluate(({ app: electron }) => {
    const pages = electron.getAppMetrics().filter((metric) => metric.type === 'Tab');
    return pages.reduce((sum, metric) => sum + metric.memory.workingSetSize, 0);
  });
  return kilobytes / 1000;
}

/** Runs a measurement while the page's memory is looked at. */
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
  const measured = await measure();
  going = false;
  await looking;
  return { measured, memory: { 'MB, empty page': before, 'MB, peak': peak } };
}

export async function measureReference(app, page) {
  const address = 'app://explorer/bodies/body.json';
  const { measured, memory } = await withPeak(app, () =>
    page.evaluate((from) => window.bench.reference(from), address),
  );
  return { shown: row(measured), memory };
}

export async function measureViewer(app, page, bytes) {
  const source = { kind: 'stored', bodyId: 'body.json', bytes, encoding: 'utf-8', complete: true };
  const { measured, memory } = await withPeak(app, () =>
    page.evaluate((from) => window.bench.measure(from), source),
  );
  return {
    steps: Object.fromEntries(Object.entries(measured).map(([name, step]) => [name, row(step)])),
    memory,
  };
}
