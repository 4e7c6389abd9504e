// 2,000 replays of a look-up in the real app, one after another, on its History screen: memory of the process tree
// after the first 200 and at the end, each measured a while after the last replay.
// Run: node bench/replays.mjs [--quick] [--runs N] [--replays N]
import { randomUUID } from 'node:crypto';
import { APP, openDesktop } from './kit/desktop.mjs';
import { median, pause, readOptions, tell } from './kit/measurement.mjs';
import { treeMegabytes } from './kit/memory.mjs';
import { useService } from './kit/page.mjs';
import { startBuiltSandbox } from './sandbox-server.mjs';

const { runs, replays } = readOptions({ runs: [5, 1], replays: [2_000, 600] });
const FIRST = 200;

const sandbox = await startBuiltSandbox(['--quiet']);
const { baseUrl, tokens, sessions } = sandbox.description;
const desktop = await openDesktop();

/** In the page: looks up a session that will be replayed. Returns its id in the history, and its profile. */
async function lookUp({ sessionId, callId }) {
  const looked = await window.explorer.lookUpSession({ sessionId, callId });
  if (!looked.ok) throw new Error(looked.problem.title);
  return { id: looked.value.id, profileId: looked.value.profile.id };
}

/** In the page: replays it `times` times, one after another. */
async function replay({ id, profileId, times }) {
  for (let time = 0; time < times; time += 1) {
    const plan = await window.explorer.planReplay({ id, profileId });
    if (!plan.ok) throw new Error(plan.problem.title);
    const sent = await window.explorer.replayExchange({
      id,
      profileId,
      mark: plan.value.mark,
      secrets: {},
      securityCodes: [],
      idempotencyKey: null,
      values: 'same',
      callId: crypto.randomUUID(),
    });
    if (!sent.ok || sent.value.kind !== 'sent') throw new Error(JSON.stringify(sent).slice(0, 300));
  }
}

/** The median of several measurements, because a garbage collection may be imminent. */
async function restingMegabytes(pid) {
  const seen = [];
  for (let look = 0; look < 5; look += 1) {
    await pause(1_000);
    seen.push(treeMegabytes(pid));
  }
  return median(seen);
}

async function measure(run) {
  const { page, pid, close } = await desktop.launch(APP, `user-data-${run}`);
  await useService(page, { baseUrl, token: tokens.full });
  const found = await page.evaluate(lookUp, { sessionId: sessions.rich, callId: randomUUID() });
  await page.getByRole('link', { name: 'History' }).click();
  await page.evaluate(replay, { ...found, times: FIRST });
  const first = await restingMegabytes(pid);
  await page.evaluate(replay, { ...found, times: replays - FIRST });
  const last = await restingMegabytes(pid);
  await close();
  return { first, last };
}

try {
  const measured = [];
  for (let run = 0; run < runs; run += 1) measured.push(await measure(run));
  tell('replays', {
    runs: measured.map(({ last }) => last),
    reference: measured.map(({ first }) => first),
    note: 'of a look-up, through the bridge, with the History screen open',
  });
} finally {
  await desktop.stop();
  await sandbox.stop();
}
