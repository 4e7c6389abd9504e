// Requests per second of the sandbox beside a bare node:http server that sends the same bytes, or makes a page as well
// where each request is for another one, in the same run and by turns; both are asked the same, token and all. The limit:
// at least half of it.
// Run: node bench/sandbox-throughput.mjs [--seconds N] [--rounds N]
import autocannon from 'autocannon';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startBuiltSandbox } from './sandbox-server.mjs';

const MIN_SHARE = 0.5;
const CONNECTIONS = 10;

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

const folder = mkdtempSync(join(tmpdir(), 'sandbox-throughput-'));
const sandbox = await startBuiltSandbox(['--quiet', '--buyers', '20000']);
const { baseUrl, tokens, sessions } = sandbox.description;
const headers = { authorization: `Bearer ${tokens.full}` };

const cases = [
  ['session (rich)', `/checkout/sessions/${sessions.rich}`],
  ['session (1,000 items)', `/checkout/sessions/${sessions.large}`],
  ['20 buyers, one page', '/buyers'],
];
const results = [];
for (const [name, path] of cases) results.push(await compare(name, path, [path]));
const pages = await differentPages(500);
const each = '20 buyers, each another page';
results.push(await compare(each, pages[1], pages, ['--make']));
// For comparison only: nobody has such a page ready.
const ready = await compare(`${each}, beside a ready one`, pages[1], pages);
await sandbox.stop();
rmSync(folder, { recursive: true });

console.log(
  `\n${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections, medians; Node ${process.versions.node}`,
);
console.table(Object.fromEntries([...results, ready].map(({ name, ...rest }) => [name, rest])));
const below = results.filter(({ share }) => share < MIN_SHARE);
if (below.length > 0) {
  console.error(`Below ${MIN_SHARE} of the bare server: ${below.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 1;
}

/** The paths of so many pages after the first, one after the other. */
async function differentPages(count) {
  const paths = [];
  for (let path = '/buyers'; paths.length < count; paths.push(path)) {
    const page = await (await fetch(baseUrl + path, { headers })).json();
    path = `/buyers?cursor=${page.next_cursor}`;
  }
  return paths;
}

async function compare(name, path, paths, how = []) {
  const response = await fetch(baseUrl + path, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  const file = join(folder, 'body.json');
  writeFileSync(file, body);
  const bare = await startBare([file, ...how]);
  const ours = [];
  const reference = [];
  for (let round = 0; round < rounds; round += 1) {
    reference.push(await load(bare.url, paths));
    ours.push(await load(baseUrl, paths));
  }
  bare.stop();
  // Each round's two loads ran one after the other, so their quotient bears a machine that is busy with other things.
  const share = median(ours.map((rate, round) => rate / reference[round]));
  return {
    name,
    bytes: body.length,
    'bare req/s': Math.round(median(reference)),
    'sandbox req/s': Math.round(median(ours)),
    share: Number(share.toFixed(2)),
  };
}

/** Each connection begins at a place of its own: no two ask for the same page at about the same time. */
async function load(url, paths) {
  const requests = paths.map((path) => ({ method: 'GET', path, headers }));
  let connection = 0;
  const result = await autocannon({
    url,
    headers,
    requests,
    setupClient: (client) => {
      const start = Math.floor((connection / CONNECTIONS) * requests.length);
      connection += 1;
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    },
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} not 2xx, ${result.errors} errors`);
  return result.requests.average;
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

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
