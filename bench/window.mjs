// The window, alternating in the same run with the minimal desktop client: cold start to a usable screen, memory at
// rest, and a look-up from the click to the frame that shows it. Run: node bench/window.mjs [--quick] [--runs N]
// [--rest SECONDS]
import { APP, LEAST, openDesktop } from './kit/desktop.mjs';
import { pause, readOptions, tell } from './kit/measurement.mjs';
import { treeMegabytes } from './kit/memory.mjs';
import { clickToPaint, FIELD, fillIn, untilPainted, untilThere, useService, watchFor } from './kit/page.mjs';
import { startBuiltSandbox } from './sandbox-server.mjs';

const { runs, rest, rounds } = readOptions({ runs: [7, 2], rest: [10, 10], rounds: [5, 1] });
const LOOK_UPS = 15;
const PAINT_LIMIT_MS = 30_000;
/** The label is painted in the same frame as the box for the ID; the bare window has only the heading. */
const APP_LABEL = 'label[for="session-id"]';
const BARE_LABEL = 'h1';
/** Drawn by the app itself, not part of the first frame in its document. */
const ITSELF = { selector: '#app[data-v-app] [aria-label="Profile"]', text: 'Local sandbox' };

const sandbox = await startBuiltSandbox(['--quiet']);
const { baseUrl, tokens, sessions } = sandbox.description;
const desktop = await openDesktop();

/** On a busy machine Chromium sometimes never reports a paint: then the start is repeated. */
async function start(app, userData, label) {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const opened = await desktop.start(app, userData, `(${watchFor})(${JSON.stringify(label)})`);
    const told = await Promise.race([opened.page.told, pause(PAINT_LIMIT_MS).then(() => null)]);
    if (told !== null) return { ...opened, ms: Number(told) - opened.started };
    await opened.close();
  }
  throw new Error(`No paint of ${label} was told of in three starts.`);
}

async function startAndRest(app, ...args) {
  const { ms, page, pid, started, close } = await start(app, ...args);
  const itself = app === APP ? (await page.evaluate(untilPainted, ITSELF)) - started : null;
  await page.detach();
  await pause(rest * 1000);
  const megabytes = treeMegabytes(pid);
  await close();
  return { ms, itself, megabytes };
}

/** "Usable" means that what is typed the moment the box is painted stays there, and that the app has accepted it. */
async function showUsable() {
  const { page, close } = await start(APP, 'user-data', APP_LABEL);
  await page.evaluate(() => document.querySelector('#session-id').focus());
  await page.send('Input.insertText', { text: sessions.rich });
  await pause(1_000);
  const typed = await page.evaluate(() => document.querySelector('#session-id').value);
  const hint = await page.evaluate(() => document.querySelector('#session-id-help').textContent);
  await close();
  if (typed !== sessions.rich) throw new Error(`What was typed at once became "${typed}" (${hint}).`);
}

/** Two sessions in turn, each with a name that only it contains. */
const looked = await Promise.all(
  [sessions.rich, sessions.unicode].map(async (id) => {
    const headers = { authorization: `Bearer ${tokens.full}` };
    const session = await (await fetch(`${baseUrl}/checkout/sessions/${id}`, { headers })).json();
    return { id, text: session.buyer.display_name };
  }),
);

/** Measures from the click to the frame, then the call to main alone. */
async function lookUps({ page, close }, place, call) {
  const [painted, answered] = [[], []];
  for (let index = 0; index < LOOK_UPS; index += 1) {
    const { id, text } = looked[index % looked.length];
    await page.evaluate(fillIn, { selector: FIELD, text: id });
    painted.push((await page.evaluate(clickToPaint, { place, text })).ms);
  }
  for (let index = 0; index < LOOK_UPS; index += 1) {
    answered.push(await page.evaluate(call, looked[index % looked.length].id));
    await pause(50);
  }
  await close();
  // The first look-ups open connections and the database, so they do not count.
  return { painted: painted.slice(3), answered: answered.slice(3) };
}

/** In the page of the app: the time in ms until main has answered the request that the screen makes. */
async function askApp(sessionId) {
  const started = performance.now();
  const callId = crypto.randomUUID();
  const sent = await window.explorer.lookUpSession({
    sessionId,
    callId,
    checkLater: true,
    tellBeginning: true,
  });
  if (!sent.ok) throw new Error(sent.problem.title);
  return performance.now() - started;
}

/** In the page of the floor. */
async function askFloor(sessionId) {
  const started = performance.now();
  await window.bench.read(`/checkout/sessions/${sessionId}`);
  return performance.now() - started;
}

async function appLookUps() {
  const opened = await desktop.start(APP, 'user-data');
  await opened.page.evaluateThere(untilThere, { selector: FIELD });
  await useService(opened.page, { baseUrl, token: tokens.full });
  return lookUps(opened, '[aria-label="Result"]', askApp);
}

async function floorLookUps() {
  const env = { BENCH_URL: baseUrl, BENCH_TOKEN: tokens.full };
  const opened = await desktop.start(LEAST, 'floor', '', env);
  await opened.page.evaluateThere(untilThere, { selector: FIELD });
  return lookUps(opened, 'pre', askFloor);
}

try {
  // Starts from a used profile, because the first start creates files.
  await showUsable();
  const [bare, app, floor, ours] = [[], [], [], []];
  for (let run = 0; run < runs; run += 1) {
    bare.push(await startAndRest(LEAST, 'bare', BARE_LABEL));
    app.push(await startAndRest(APP, 'user-data', APP_LABEL));
  }
  for (let round = 0; round < rounds; round += 1) {
    floor.push(await floorLookUps());
    ours.push(await appLookUps());
  }
  const of = (results, key) => results.map((one) => one[key]);
  tell('start', { runs: of(app, 'ms'), reference: of(bare, 'ms') });
  tell('start-app', { runs: of(app, 'itself'), reference: of(bare, 'ms') });
  tell('rest', { runs: of(app, 'megabytes'), reference: of(bare, 'megabytes'), note: `after ${rest} s` });
  const all = (results, key) => results.flatMap((one) => one[key]);
  tell('look-up', { runs: all(ours, 'painted'), reference: all(floor, 'painted') });
  tell('look-up-main', { runs: all(ours, 'answered'), reference: all(floor, 'answered') });
} finally {
  await desktop.stop();
  await sandbox.stop();
}
