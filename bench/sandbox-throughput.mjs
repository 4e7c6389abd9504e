// Requests per second of the sandbox beside a bare node:http server that has the bytes ready, in the same run and by turns;
// both are asked the same, token and all. Pages of buyers are of a sandbox that was just started and are asked for once
// each: nobody can have them ready.
// Run: node bench/sandbox-throughput.mjs [--quick] [--runs N] [--seconds N]
import autocannon from 'autocannon';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { median, readOptions, rounded, tell } from './kit/measurement.mjs';
import { startBuiltSandbox } from './sandbox-server.mjs';

const CONNECTIONS = 10;
const PAGES = 5_000;
const BUYERS = ['--quiet', '--buyers', String(200 * PAGES)];

const { runs, seconds } = readOptions({ runs: [5, 3], seconds: [2, 1] });
const folder = mkdtempSync(join(tmpdir(), 'sandbox-throughput-'));
const sandbox = await startBuiltSandbox(BUYERS);
const { sessions } = sandbox.description;
const headers = withToken(sandbox);

try {
  const rich = `/checkout/sessions/${sessions.rich}`;
  const session = await compare([rich], { duration: seconds }, () => [sandbox, false]);
  tell('sandbox-session', { runs: session.runs, reference: session.reference });
  const pages = await differentPages();
  const { justStarted, ...page } = await compare(pages, { amount: PAGES }, async () => {
    const fresh = await startBuiltSandbox(BUYERS);
    return [fresh, true];
  });
  // What bounds it: the reference runs on, the sandbox is just started, and most of the time is Node's own warming up.
  const bound = rounded(median(justStarted) / median(page.reference), 2);
  tell('sandbox-page', { ...page, note: `a bare server that was just started as well: ${bound}x` });
} finally {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
}

/** Of as many places of the list; a cursor is good in every sandbox with the same seed. */
async function differentPages() {
  const paths = [];
  for (let cursor = ''; paths.length < PAGES; paths.push(`/buyers?cursor=${cursor}`)) {
    const url = `${sandbox.description.baseUrl}/buyers?limit=90${cursor && `&cursor=${cursor}`}`;
    cursor = (await (await fetch(url, { headers })).json()).next_cursor;
  }
  return paths;
}

function withToken({ description: { tokens } }) {
  return { authorization: `Bearer ${tokens.full}` };
}

async function compare(paths, howMuch, start) {
  const response = await fetch(sandbox.description.baseUrl + paths[0], { headers });
  const file = join(folder, 'body.json');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const bare = await startBare([file]);
  const [ours, reference, justStarted] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    reference.push(await load(bare.url, headers, paths, howMuch));
    const [asked, isFresh] = await start();
    ours.push(await load(asked.description.baseUrl, withToken(asked), paths, howMuch));
    if (!isFresh) continue;
    await asked.stop();
    const fresh = await startBare([file]);
    justStarted.push(await load(fresh.url, headers, paths, howMuch));
    fresh.stop();
  }
  bare.stop();
  return { runs: ours, reference, justStarted };
}

/** Each connection has its own share of the paths: none is asked for twice. A single one is everybody's. */
async function load(url, asking, paths, howMuch) {
  const requests = paths.map((path) => ({ method: 'GET', path, headers: asking }));
  const each = Math.ceil(requests.length / CONNECTIONS);
  let given = 0;
  const times = [];
  const running = autocannon({
    url,
    setupClient: (client) => {
      client.setRequests(requests.length === 1 ? requests : requests.slice(given, given + each));
      given += each;
    },
    connections: CONNECTIONS,
    ...howMuch,
  });
  // From the first answer on: making the requests ready is autocannon's own time.
  running.on('response', () => times.push(performance.now()));
  const result = await running;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} not 2xx, ${result.errors} errors`);
  return ((times.length - 1) / (times.at(-1) - times[0])) * 1000;
}

async function startBare(args) {
  const child = spawn(
    process.execPath,
    [new URL('./sandbox-bare-server.mjs', import.meta.url).pathname, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const port = await new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}
