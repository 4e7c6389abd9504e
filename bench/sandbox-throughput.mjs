// Requests per second of the sandbox, alternating in the same run with a bare node:http server that has the bytes
// ready; both get the same requests, token and all. Each page of buyers is requested only once, so that it cannot be
// cached. A first batch of pages warms both up and does not count; the note gives the sandbox's result for it, just
// after its start. Run: node bench/sandbox-throughput.mjs [--quick] [--runs N] [--seconds N]
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
const LIMIT = 90;

const { runs, seconds } = readOptions({ runs: [5, 3], seconds: [2, 1] });
const LOTS = runs + 1;
const BUYERS = ['--quiet', '--buyers', String((LIMIT + 1) * PAGES * LOTS)];
const folder = mkdtempSync(join(tmpdir(), 'sandbox-throughput-'));
const sandbox = await startBuiltSandbox(BUYERS);
const { sessions } = sandbox.description;

try {
  const rich = `/checkout/sessions/${sessions.rich}`;
  const [, ...session] = await compare(sandbox, Array(LOTS).fill([rich]), { duration: seconds });
  tell('sandbox-session', figureOf(session));
  const lots = await lotsOfPages();
  const fresh = await startBuiltSandbox(BUYERS);
  try {
    const [justStarted, ...pages] = await compare(fresh, lots, { amount: PAGES });
    const figure = figureOf(pages);
    const [ours, bare] = [justStarted.ours, justStarted.bare].map((reached) =>
      rounded(reached / median(figure.reference), 2),
    );
    const note = `just started, in its first ${PAGES}: ${ours}x; a bare server just started as well: ${bare}x`;
    tell('sandbox-page', { ...figure, note });
  } finally {
    await fresh.stop();
  }
} finally {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
}

function figureOf(turns) {
  return { runs: turns.map(({ ours }) => ours), reference: turns.map(({ bare }) => bare) };
}

/** Batches of paths, each path to another page of the list; a cursor is valid in every sandbox with the same seed. */
async function lotsOfPages() {
  const { baseUrl } = sandbox.description;
  const lots = [];
  for (let cursor = ''; lots.length < LOTS;) {
    const paths = [];
    for (; paths.length < PAGES; paths.push(`/buyers?cursor=${cursor}`)) {
      const url = `${baseUrl}/buyers?limit=${LIMIT}${cursor && `&cursor=${cursor}`}`;
      cursor = (await (await fetch(url, { headers: withToken(sandbox) })).json()).next_cursor;
    }
    lots.push(paths);
  }
  return lots;
}

function withToken({ description: { tokens } }) {
  return { authorization: `Bearer ${tokens.full}` };
}

/** Measures the bare server and the sandbox in turn, with one batch of paths each. */
async function compare(asked, lots, howMuch) {
  const { baseUrl } = asked.description;
  const headers = withToken(asked);
  const response = await fetch(baseUrl + lots[0][0], { headers });
  const file = join(folder, 'body.json');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const server = await startBare([file]);
  const turns = [];
  for (const paths of lots) {
    const bare = await load(server.url, headers, paths, howMuch);
    turns.push({ bare, ours: await load(baseUrl, headers, paths, howMuch) });
  }
  server.stop();
  return turns;
}

/** Each connection has its own share of the paths, so that none is requested twice. A single path is shared by all. */
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
  // Counted from the first answer, because preparing the requests is autocannon's own time.
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
