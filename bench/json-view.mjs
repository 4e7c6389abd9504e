// JsonView with large bodies on the app's own runtime: how long operations take, the longest frame meanwhile, and
// memory; beside it, in the same run, what a page without a viewer does (fetch, JSON.parse, a <pre>). The limit: no
// task of the page's thread with more than 50 ms of its own work, in the median. Frames and tasks by wall-clock time
// are shown too, but they include the machine's other work; the step that does nothing gives an idea of how much that
// is. Run: node bench/json-view.mjs [--megabytes 20,100] [--rounds N]
import { _electron } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startVirtualDisplay } from '../build/setup/desktop-session.mjs';
import { resolveRuntime } from '../build/setup/electron-runtime.mjs';
import { hasDisplay } from '../build/setup/paths.mjs';
import { buildBench } from './json-view/build.mjs';
import { writeBuyers } from './json-view/documents.mjs';
import { measureReference, measureViewer } from './json-view/measure.mjs';

const MAX_TASK_MS = 50;
const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '20,100' }, rounds: { type: 'string', default: '3' } },
});
const rounds = Number(values.rounds);

const folder = mkdtempSync(join(tmpdir(), 'json-view-bench-'));
const target = await buildBench();
const runtime = await resolveRuntime({ say: (line) => console.log(line) });
const display = hasDisplay() ? null : await startVirtualDisplay();

/** A fresh process for each measurement, so that none is affected by the previous one. */
async function withApp(measure) {
  const app = await _electron.launch({
    executablePath: runtime.executable,
    args: [...runtime.args, `--user-data-dir=${mkdtempSync(join(folder, 'user-data-'))}`],
    env: {
      ...process.env,
      ...display?.env,
      ...runtime.env,
      PAYMENTS_EXPLORER_APP: target,
      JSON_VIEW_BENCH_BODIES: folder,
    },
    chromiumSandbox: true,
  });
  try {
    const page = await app.firstWindow();
    await page.waitForFunction('window.bench !== undefined');
    return await measure(app, page);
  } finally {
    await app.close().catch(unlessCrashed);
  }
}

let tooLong = false;
try {
  for (const megabytes of values.megabytes.split(',').map(Number)) {
    const bytes = await writeBuyers(join(folder, 'body.json'), megabytes * 1_000_000);
    const ours = [];
    const plain = [];
    for (let round = 0; round < rounds; round++) {
      const reference = await withApp((app, page) => measureReference(app, page)).catch(unlessCrashed);
      if (reference !== null) plain.push(reference);
      ours.push(await withApp((app, page) => measureViewer(app, page, bytes)));
    }
    console.log(
      `\n${(bytes / 1e6).toFixed(0)} MB of JSON, medians of ${rounds} rounds in ms, Electron ${runtime.version}`,
    );
    const steps = medians(ours.map((round) => round.steps));
    console.table({ ...steps, ...(plain.length > 0 ? medians(plain.map((round) => round.steps)) : {}) });
    console.table({
      JsonView: medians(ours.map(({ memory }) => ({ memory }))).memory,
      ...(plain.length > 0 ? { reference: medians(plain.map(({ memory }) => ({ memory }))).memory } : {}),
    });
    if (plain.length < rounds)
      console.log(`The reference's page crashed in ${rounds - plain.length} of ${rounds} rounds.`);
    tooLong ||= Object.values(steps).some((step) => step['longest task, thread time'] > MAX_TASK_MS);
  }
} finally {
  await display?.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (tooLong) {
  console.error(`The page was blocked for longer than ${MAX_TASK_MS} ms.`);
  process.exitCode = 1;
}

/** A page that holds a large body in one element may run out of memory; that is also a result. */
function unlessCrashed(error) {
  if (/crashed|closed/.test(error.message)) return null;
  throw error;
}

/** Turns rows of numbers, one list for each round, into one row of medians. */
function medians(measured) {
  const [first] = measured;
  const rows = Object.entries(first).map(([name, row]) => {
    const columns = Object.keys(row).map((column) => [
      column,
      median(measured.map((round) => round[name][column])),
    ]);
    return [name, Object.fromEntries(columns)];
  });
  return Object.fromEntries(rows);
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)]);
}
