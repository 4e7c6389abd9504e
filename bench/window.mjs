// The window beside the least a desktop client can do, by turns in the same run: cold start to a first screen, memory at
// rest, and a look-up from the click to the frame that shows it. Medians; one line of JSON for each figure.
// Limits (issue 19): start 1.3, memory 1.12, look-up 1.3 times the least.
// Run: node bench/window.mjs [--runs N] [--rest SECONDS]
import { _electron } from '@playwright/test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startDesktopSession } from '../build/setup/desktop-session.mjs';
import { resolveRuntime } from '../build/setup/electron-runtime.mjs';
import { repoRoot } from '../build/setup/paths.mjs';
import { startBuiltSandbox } from './sandbox-server.mjs';
import { clickToPaint, paintedAt, treeMegabytes } from './window/measure.mjs';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, rest: { type: 'string', default: '10' } },
});
const runs = Number(values.runs);
const LOOK_UPS = 15;

const folder = mkdtempSync(join(tmpdir(), 'window-bench-'));
const home = join(folder, 'home');
mkdirSync(home);
const runtime = await resolveRuntime({ say: (line) => console.error(line) });
const sandbox = await startBuiltSandbox(['--quiet']);
const { baseUrl, tokens, sessions } = sandbox.description;
const desktop = await startDesktopSession({ home, display: true, keyring: 'unlocked' });
const least = fileURLToPath(new URL('./window/app', import.meta.url));

const mapped = (object, of) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, of(value)]));

/** @param {string} app folder of the app: the runtime starts ours unless told otherwise. */
async function start(app, userData, env = {}) {
  const there = (text) => (text === repoRoot ? app : text);
  const started = Date.now();
  const running = await _electron.launch({
    executablePath: runtime.executable,
    args: [...runtime.args.map(there), `--user-data-dir=${join(folder, userData)}`],
    env: { ...desktop.env, ...mapped(runtime.env, there), ...env },
    chromiumSandbox: true,
  });
  const page = await running.firstWindow();
  return { running, page, started };
}

const rest = () => new Promise((resolve) => setTimeout(resolve, Number(values.rest) * 1000));

/** Start and rest of one of the two. */
async function startAndRest(app, userData) {
  const { running, page, started } = await start(app, userData);
  const ms = (await page.evaluate(paintedAt)) - started;
  await rest();
  const megabytes = treeMegabytes(running.process().pid);
  await running.close();
  return { ms, megabytes };
}

async function lookUps({ page, running }, place, ids) {
  const taken = [];
  for (let index = 0; index < LOOK_UPS; index += 1) {
    const { id, text } = ids[index % ids.length];
    await page.getByRole('textbox', { name: 'Session ID' }).fill(id);
    taken.push(await page.evaluate(clickToPaint, { place, text }));
  }
  await running.close();
  // The first ones open connections and the database.
  return taken.slice(3);
}

async function floorLookUps(ids) {
  const env = { BENCH_URL: baseUrl, BENCH_TOKEN: tokens.full };
  return lookUps(await start(least, 'floor', env), 'pre', ids);
}

async function appLookUps(ids) {
  const opened = await start(repoRoot, 'user-data');
  const saved = await opened.page.evaluate(useProfile, { baseUrl, token: tokens.full });
  if (saved !== 'ok') throw new Error(saved);
  await opened.page.getByRole('combobox', { name: 'Profile' }).filter({ hasText: 'Bench' }).waitFor();
  return lookUps(opened, '[aria-label="Result"]', ids);
}

/** In the page. */
async function useProfile({ baseUrl: url, token }) {
  const known = await window.explorer.describeProfiles();
  if (known.ok && known.value.profiles.some(({ name }) => name === 'Bench')) return 'ok';
  const created = await window.explorer.createProfile({
    draft: {
      name: 'Bench',
      environment: 'sandbox',
      baseUrl: url,
      merchantAccountId: null,
      merchantHeader: 'x-service-merchant-account-id',
      readOnly: false,
      timeouts: { connectMs: 5000, totalMs: 30_000 },
      proxy: { kind: 'none' },
      extraCaFile: null,
      clientCertificate: null,
      variables: [],
    },
  });
  if (!created.ok) return created.problem.title;
  const { profileId } = created.value;
  const results = [
    await window.explorer.saveToken({ profileId, token, home: 'keychain' }),
    await window.explorer.activateProfile({ profileId }),
  ];
  return results.find(({ ok }) => !ok)?.problem.title ?? 'ok';
}

const median = (numbers) => [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
function tell(figure, unit, of, limit, reference, app) {
  const [one, other] = [median(reference), median(app)];
  const round = (number) => Math.round(number * 10) / 10;
  const ratio = Math.round((other / one) * 100) / 100;
  const line = {
    figure,
    unit,
    reference: of,
    referenceMedian: round(one),
    median: round(other),
    ratio,
    limit,
  };
  console.log(JSON.stringify({ ...line, runs: app.length }));
}

try {
  // Two sessions by turns, each with a name that only it says.
  const ids = await Promise.all(
    [sessions.rich, sessions.unicode].map(async (id) => {
      const headers = { authorization: `Bearer ${tokens.full}` };
      const session = await (await fetch(`${baseUrl}/checkout/sessions/${id}`, { headers })).json();
      return { id, text: session.buyer.display_name };
    }),
  );
  // A used profile: its first start makes files.
  await startAndRest(repoRoot, 'user-data');
  const [bare, app, floor, looked] = [[], [], [], []];
  for (let run = 0; run < runs; run += 1) {
    bare.push(await startAndRest(least, 'bare'));
    app.push(await startAndRest(repoRoot, 'user-data'));
  }
  for (let run = 0; run < Math.max(1, Math.ceil(runs / 2)); run += 1) {
    floor.push(...(await floorLookUps(ids)));
    looked.push(...(await appLookUps(ids)));
  }
  const of = (results, key) => results.map((one) => one[key]);
  tell('cold start to the first screen', 'ms', 'bare window', 1.3, of(bare, 'ms'), of(app, 'ms'));
  tell(
    `memory at rest after ${values.rest} s (PSS)`,
    'MB',
    'bare window',
    1.12,
    of(bare, 'megabytes'),
    of(app, 'megabytes'),
  );
  tell('look-up, click to painted', 'ms', 'floor', 1.3, floor, looked);
} finally {
  await desktop.stop();
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
}
