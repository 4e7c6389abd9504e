// Load all of 100,000 buyers in the real app, alternating with the same pages in a bare loop of node:http, each in a separate
// start: time, peak memory of the process tree, and the longest frame beside that of the page at rest; time and memory with
// 1,000,000 as well. Then, for people, what scrolling, filtering and sorting them takes, with the longest task of the page.
// Run: node bench/buyers-grid.mjs [--quick] [--runs N] [--million N] [--rounds N]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APP, openDesktop } from './kit/desktop.mjs';
import { frameProbe, rowOf } from './kit/frames.mjs';
import { median, pause, readOptions, tell } from './kit/measurement.mjs';
import { peakMegabytes, treeMegabytes } from './kit/memory.mjs';
import { clickUntil, useService } from './kit/page.mjs';
import { startBuiltSandbox } from './sandbox-server.mjs';

const BUYERS = 100_000;
const { runs, million, rounds } = readOptions({ runs: [5, 1], million: [5, 0], rounds: [3, 0] });
const bareLoop = fileURLToPath(new URL('./bare-pages.mjs', import.meta.url));
const desktop = await openDesktop();

/** Opens the buyers screen in a fresh start of the app. */
async function openBuyers(sandbox, buyers, userData) {
  const { baseUrl, tokens } = sandbox.description;
  const opened = await desktop.launch(APP, userData);
  const { page } = opened;
  await useService(page, { baseUrl, token: tokens.full });
  await page.getByRole('link', { name: 'Buyers' }).click();
  await page.getByRole('textbox', { name: 'Page size' }).fill('100');
  await page.getByRole('button', { name: 'Load all options' }).click();
  await page.getByRole('textbox', { name: 'Load at most' }).fill(String(buyers));
  await page.keyboard.press('Escape');
  return opened;
}

const loadAll = (page) =>
  page.evaluate(clickUntil, { name: 'Load all', status: '[role="status"]', text: 'All of them' });

function bare({ description: { baseUrl, tokens } }) {
  const { stdout } = spawnSync(process.execPath, [bareLoop, baseUrl, tokens.full], { encoding: 'utf8' });
  return JSON.parse(stdout).ms;
}

/** Does not measure memory, which would interfere: one reading takes 30 ms, and makes a load a tenth slower. */
async function timedAlone(sandbox, buyers, userData) {
  const opened = await openBuyers(sandbox, buyers, userData);
  const ms = await loadAll(opened.page);
  await opened.close();
  return ms;
}

/** Measures time and frames. */
async function timed(sandbox, userData, then = () => undefined) {
  const opened = await openBuyers(sandbox, BUYERS, userData);
  const frames = await frameProbe(opened.page);
  const [idle] = await frames.during(1, () => pause(1_000), { traced: false });
  let ms = 0;
  const [{ longest }] = await frames.during(1, async () => (ms = await loadAll(opened.page)), {
    traced: false,
  });
  await then(opened, frames);
  await opened.close();
  return { ms, longest, idle: idle.longest };
}

async function weighed(sandbox, buyers, userData) {
  const opened = await openBuyers(sandbox, buyers, userData);
  const before = treeMegabytes(opened.pid);
  const peak = await peakMegabytes(opened.pid, () => loadAll(opened.page));
  await opened.close();
  return { before, peak };
}

async function exportFrame({ page, main }, frames) {
  await main.evaluate(
    ({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    },
    join(desktop.folder, 'buyers.csv'),
  );
  const [{ longest }] = await frames.during(1, () => exportCsv(page), { traced: false });
  return longest;
}

async function exportCsv(page) {
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await page.getByText('Exported 100,000 rows').waitFor({ timeout: 20_000 });
}

/** These are not figures with a goal, so they are printed as a table on standard error. */
async function handled({ page }, frames) {
  const rows = {};
  const measure = async (what, act) => (rows[what] = rowOf(await frames.during(rounds, act)));
  const grid = page.getByRole('grid', { name: 'Buyers' });
  const filter = page.getByRole('searchbox', { name: 'Filter' });
  const count = page.getByRole('status', { name: 'Rows', exact: true });
  const all = count.filter({ hasText: new RegExp(`^${BUYERS.toLocaleString('en')} buyers$`) });
  const some = count.filter({ hasText: / of / });
  await measure('an idle page', () => pause(2_000));
  await measure('scroll by 60 rows a frame, 2 s', () => grid.evaluate(scrollFor, [2_000, 1_680]));
  await measure('scroll by 3 rows a frame, 2 s', () => grid.evaluate(scrollFor, [2_000, 84]));
  await measure('jumps anywhere, 2 s', () => grid.evaluate(scrollFor, [2_000, null]));
  await measure('End and Home by keys', () => endAndHome(page, grid));
  await measure('filter typed and cleared', async () => {
    await filter.pressSequentially('ada 2025', { delay: 60 });
    await some.waitFor();
    await filter.fill('');
    await all.waitFor();
  });
  await measure('sort by name and back', () => sortThere(page, 'Display name'));
  await measure('sort by time and back', () => sortThere(page, 'Created (UTC)'));
  await sortBy(page, 'Display name', 'ascending');
  await measure('filter a sorted table', async (round) => {
    await filter.pressSequentially(round % 2 === 0 ? 'smith' : 'silva', { delay: 60 });
    await some.waitFor();
    await filter.fill('');
  });
  console.error(
    Object.entries(rows)
      .map(([what, row]) => `${what}: ${JSON.stringify(row)}`)
      .join('\n'),
  );
}

async function measureLoading(sandbox) {
  const [loaded, bares, weights, exported] = [[], [], [], []];
  for (let run = 0; run < runs; run += 1) {
    bares.push(bare(sandbox));
    const then = async (opened, frames) => {
      exported.push(await exportFrame(opened, frames));
      if (rounds > 0 && run === 0) await handled(opened, frames);
    };
    loaded.push(await timed(sandbox, `timed-${run}`, then));
    weights.push(await weighed(sandbox, BUYERS, `weighed-${run}`));
  }
  const of = (results, key) => results.map((one) => one[key]);
  const idle = of(loaded, 'idle');
  tell('load-all', { runs: of(loaded, 'ms'), reference: bares });
  tell('load-all-memory', { runs: of(weights, 'peak'), reference: of(weights, 'before') });
  tell('load-all-frame', { runs: of(loaded, 'longest'), reference: idle });
  tell('export-frame', { runs: exported, reference: idle });
  return median(of(weights, 'peak'));
}

async function measureMillion(sandbox, peakOfLess) {
  const [times, bares, peaks] = [[], [], []];
  for (let run = 0; run < million; run += 1) {
    bares.push(bare(sandbox));
    times.push(await timedAlone(sandbox, 10 * BUYERS, `million-timed-${run}`));
    peaks.push((await weighed(sandbox, 10 * BUYERS, `million-weighed-${run}`)).peak);
  }
  tell('load-million', { runs: times, reference: bares });
  tell('load-million-memory', { runs: peaks, reference: [peakOfLess] });
}

async function withSandbox(buyers, measure) {
  const sandbox = await startBuiltSandbox(['--quiet', '--buyers', String(buyers)]);
  try {
    return await measure(sandbox);
  } finally {
    await sandbox.stop();
  }
}

try {
  const peak = await withSandbox(BUYERS, measureLoading);
  if (million > 0) await withSandbox(10 * BUYERS, (sandbox) => measureMillion(sandbox, peak));
} finally {
  await desktop.stop();
}

/** In the page: scrolls by the given number of pixels in each frame, turning round at the ends, or jumps to random places. */
function scrollFor(element, [ms, step]) {
  return new Promise((resolve) => {
    const end = performance.now() + ms;
    let direction = 1;
    const go = () => {
      const last = element.scrollHeight - element.clientHeight;
      if (step === null) element.scrollTop = Math.random() * last;
      else element.scrollTop += step * direction;
      if (element.scrollTop <= 0) direction = 1;
      if (element.scrollTop >= last) direction = -1;
      if (performance.now() < end) requestAnimationFrame(go);
      else resolve();
    };
    requestAnimationFrame(go);
  });
}

async function endAndHome(page, grid) {
  await grid.locator('[role="gridcell"]').first().click();
  for (let round = 0; round < 5; round += 1) {
    await page.keyboard.press('Control+End');
    await grid.locator(`[aria-rowindex="${BUYERS + 1}"]`).waitFor();
    await page.keyboard.press('Control+Home');
    await grid.locator('[aria-rowindex="2"]').waitFor();
  }
}

/** Sorts up, down, and back to the original order. */
async function sortThere(page, name) {
  await sortBy(page, name, 'ascending');
  await sortBy(page, name, 'descending');
  await sortBy(page, name, 'none');
}

async function sortBy(page, name, direction) {
  const head = page.getByRole('columnheader', { name });
  await head.click();
  await page.locator(`[role="columnheader"][aria-sort="${direction}"]`, { hasText: name }).waitFor();
  await page.getByText(/buyers …$/).waitFor({ state: 'hidden' });
}
