// Large sessions, timed from the click on Look up to the first rows of their JSON, alternating between the app and the
// floor (node:http, JSON.parse, a <pre> of the first 20,000 characters). Also measures the longest frame meanwhile,
// beside that of a page at rest; how long it took until the whole body was read; and for the largest body the peak
// memory of the process tree, in separate starts, because measuring it takes time.
// Controlled over the DevTools pipe: Playwright makes the page keep what it reads for the network view of DevTools, up
// to 100 MB.
// Run: node bench/bodies.mjs [--quick] [--runs N] [--megabytes 5,20,100]
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { writeBuyers } from './json-view/documents.mjs';
import { APP, LEAST, openDesktop } from './kit/desktop.mjs';
import { median, pause, readOptions, tell } from './kit/measurement.mjs';
import { peakMegabytes } from './kit/memory.mjs';
import { chooseTab, clickToPaint, FIELD, fillIn, idleFrames, untilThere, useService } from './kit/page.mjs';

const { runs, megabytes } = readOptions({ runs: [5, 1], megabytes: ['5,20,100', '5,20,100'] });
const SMALL = '5e550000-0000-4000-8000-000000000000';
const LARGE = '5e551a46-0000-4000-8000-000000000000';
/** The size in MB whose memory is a figure. */
const MEMORY_OF = 100;

/** The whole body except its first character. */
let rest = Buffer.from('"metadata":null}');
const server = createServer((request, response) => {
  const id = request.url.slice(-SMALL.length);
  const head = Buffer.from(`{"id":"${id}","expires_at":"2099-01-01T00:00:00Z",`);
  const tail = id === LARGE ? rest : Buffer.from('"metadata":null}');
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': head.length + tail.length,
  });
  response.write(head);
  response.end(tail);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const service = { baseUrl: `http://127.0.0.1:${server.address().port}`, token: 'bench' };
const desktop = await openDesktop();

const apps = {
  app: {
    place: '[aria-label="Result"] [role="tree"]',
    open: async () => {
      const opened = await desktop.start(APP, 'user-data');
      await opened.page.evaluateThere(untilThere, { selector: FIELD });
      await useService(opened.page, service);
      return opened;
    },
    /** From then on sessions are shown as JSON. */
    prepare: (page) => page.evaluate(chooseTab, 'JSON'),
    /** The first rows are shown while the rest is still arriving. */
    untilWhole: (page) =>
      page.evaluate(untilThere, { selector: '[aria-label="Result"] [role="tree"][aria-busy="false"]' }),
  },
  floor: {
    place: 'pre',
    open: async () => {
      const opened = await desktop.start(LEAST, 'floor', '', {
        BENCH_URL: service.baseUrl,
        BENCH_TOKEN: service.token,
      });
      await opened.page.evaluateThere(untilThere, { selector: FIELD });
      return opened;
    },
    prepare: () => undefined,
    untilWhole: () => undefined,
  },
};

async function lookUp(page, place, id) {
  await page.evaluate(fillIn, { selector: FIELD, text: id });
  return page.evaluate(clickToPaint, { place, text: id });
}

/** Null if the app's page crashed, which is also a result. */
async function inFreshApp({ open, prepare, place }, measure) {
  const opened = await open();
  try {
    await lookUp(opened.page, place === 'pre' ? place : '[aria-label="Result"]', SMALL);
    await prepare(opened.page);
    await pause(500);
    return await measure(opened, () => lookUp(opened.page, place, LARGE));
  } catch (error) {
    if (/crashed|closed/.test(error.message)) return null;
    throw error;
  } finally {
    await opened.close();
  }
}

const timed = (app) =>
  inFreshApp(app, async ({ page }, large) => {
    const idle = await page.evaluate(idleFrames, 1_000);
    const started = performance.now();
    const shown = await large();
    await app.untilWhole(page);
    return { idle, ...shown, whole: performance.now() - started };
  });
const weighed = (app) =>
  inFreshApp(app, ({ pid, page }, large) =>
    peakMegabytes(pid, async () => {
      await large();
      await app.untilWhole(page);
      // The memory for what is read after the first rows also counts.
      await pause(2_000);
    }),
  );

async function measure(size) {
  const file = join(desktop.folder, 'body.json');
  await writeBuyers(file, size * 1_000_000);
  rest = readFileSync(file).subarray(1);
  const [times, floors, memory, floorMemory] = [[], [], [], []];
  for (let run = 0; run < runs; run += 1) {
    floors.push(await timed(apps.floor));
    times.push(await timed(apps.app));
    if (size !== MEMORY_OF) continue;
    floorMemory.push(await weighed(apps.floor));
    memory.push(await weighed(apps.app));
  }
  const survived = floors.filter((one) => one !== null);
  const of = (results, key) => results.map((one) => one[key]);
  const whole = `all of it read after ${Math.round(median(of(times, 'whole')))} ms`;
  const crashed = `the floor's page crashed in ${runs - survived.length} of ${runs} runs`;
  const note = survived.length < runs ? `${whole}; ${crashed}` : whole;
  tell(`body-${size}`, { runs: of(times, 'ms'), reference: of(survived, 'ms'), note });
  tell(`body-${size}-frame`, { runs: of(times, 'longest'), reference: of(times, 'idle') });
  if (size === MEMORY_OF)
    tell(`body-${size}-memory`, { runs: memory, reference: floorMemory.filter((one) => one !== null) });
}

try {
  // Starts from a profile that was used before.
  await (await apps.app.open()).close();
  for (const size of megabytes.split(',').map(Number)) await measure(size);
} finally {
  await desktop.stop();
  server.close();
}
