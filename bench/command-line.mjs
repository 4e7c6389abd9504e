// How long the command line takes until its request reaches the service, and until it ends, alternating in the same run
// with a bare Node that loads keytar; medians. Limits (issue 18): start-up at most 1.5 times that of the bare Node, and
// 20 ms of its own time before the first byte is sent. Run: node bench/command-line.mjs [--runs N]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '11' } } });
const runs = Number(values.runs);

let arrived = 0;
const server = createServer((_request, response) => {
  arrived = performance.now();
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const folder = mkdtempSync(join(tmpdir(), 'command-line-bench-'));
const profile = {
  id: '5e550000-0000-4000-8000-0000000000b0',
  name: 'Bench',
  environment: 'sandbox',
  baseUrl: `http://127.0.0.1:${server.address().port}`,
  merchantAccountId: null,
  merchantHeader: 'x-service-merchant-account-id',
  readOnly: false,
  timeouts: { connectMs: 5000, totalMs: 30_000 },
  proxy: { kind: 'none' },
  extraCaFile: null,
  clientCertificate: null,
  variables: [],
};
// The profile of the Local sandbox always exists.
const local = { ...profile, id: 'local-sandbox', name: 'Local sandbox', environment: 'local', baseUrl: null };
const content = { version: 1, content: { profiles: [local, profile], activeId: profile.id } };
writeFileSync(join(folder, 'profiles.json'), JSON.stringify(content), { mode: 0o600 });

/** @returns {Promise<{ end: number, first: number }>} ms from the start of the process */
async function time(args) {
  arrived = NaN;
  const started = performance.now();
  // Without a keychain, because the time a person takes to unlock one must not count.
  const env = { ...process.env, PAYMENTS_EXPLORER_TOKEN: 'token', DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { end: performance.now() - started, first: arrived - started };
}

const cli = ['out/main/command-line.js', '--data-folder', folder];
const cases = {
  bare: ['-e', "require('keytar')"],
  version: [...cli, '--version'],
  profiles: [...cli, 'profiles'],
  send: [...cli, 'send', 'GET /orders'],
};
const taken = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (let run = 0; run < runs; run += 1)
  for (const [name, args] of Object.entries(cases)) taken[name].push(await time(args));
server.close();
rmSync(folder, { recursive: true, force: true });

const median = (numbers) => [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
const end = (name) => median(taken[name].map((one) => one.end));
const bare = end('bare');
const line = (figure, ms, limit) =>
  console.log(
    JSON.stringify({ figure, ms: Math.round(ms), ratio: Number((ms / bare).toFixed(2)), limit, runs }),
  );
line('bare Node with keytar', bare, null);
line('--version', end('version'), 1.5);
line('profiles, to the end', end('profiles'), 1.5);
line('send, to the end', end('send'), null);
line('send, until the request is there', median(taken.send.map(({ first }) => first)), 1.5);
