// Walks all buyers to the end and back, page by page, and counts: every row once in each direction, none twice, and the
// same rows both ways. Prints the sandbox's peak memory beside that of a small directory that is walked often enough to
// request the same number of pages: memory must not grow with the number of buyers. Run: node bench/sandbox-walk.mjs
// [--buyers N] [--limit N]
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { startBuiltSandbox } from './sandbox-server.mjs';

const SMALL = 10_000;
/** What the heap's caches need for a million different numbers; the rows themselves, if kept, would take over 200 MB. */
const MAX_GROWTH_MB = 40;

const { values } = parseArgs({
  options: { buyers: { type: 'string', default: '1000000' }, limit: { type: 'string', default: '100' } },
});
const buyersWanted = Number(values.buyers);
const limit = Number(values.limit);
const small = await walk(SMALL, Math.ceil(buyersWanted / SMALL));
const large = await walk(buyersWanted, 1);
console.table([small, large]);

const growth = large['peak MB'] - small['peak MB'];
const sound = [small, large].every(
  (run) =>
    run.forth === run.buyers && run.back === run.buyers && run.repeated === 0 && run['same rows both ways'],
);
if (!sound) fail('The counts are wrong.');
if (growth > MAX_GROWTH_MB) fail(`Memory grew by ${growth} MB, more than ${MAX_GROWTH_MB}.`);

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

async function walk(buyers, rounds) {
  const sandbox = await startBuiltSandbox(['--quiet', '--buyers', String(buyers)]);
  const { baseUrl, tokens } = sandbox.description;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const page = (cursor) =>
    fetchJson(`${baseUrl}/buyers?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`, tokens.full, agent);
  const started = performance.now();
  let result;
  for (let round = 0; round < rounds; round += 1) result = await thereAndBack(page, buyers);
  const seconds = (performance.now() - started) / 1000;
  const peak = peakMemory(sandbox.pid);
  agent.destroy();
  await sandbox.stop();
  return { buyers, rounds, ...result, 'peak MB': peak, seconds: Number(seconds.toFixed(1)) };
}

async function thereAndBack(page, buyers) {
  const forth = new BigUint64Array(buyers);
  const back = new BigUint64Array(buyers);
  let count = 0;
  let current = await page(null);
  for (;;) {
    for (const { id } of current.items) forth[count++] = firstBits(id);
    if (current.next_cursor === null) break;
    current = await page(current.next_cursor);
  }
  // The last page has already been fetched: it is the first page on the way back.
  let counted = 0;
  for (;;) {
    for (const { id } of current.items.reverse()) back[counted++] = firstBits(id);
    if (current.previous_cursor === null) break;
    current = await page(current.previous_cursor);
  }
  const sameBothWays = forth.every((id, place) => id === back[buyers - 1 - place]);
  return { forth: count, back: counted, repeated: repeatedIn(forth), 'same rows both ways': sameBothWays };
}

/** The first 64 bits of a UUID; two rows with the same ones count as a repetition. */
function firstBits(id) {
  return BigInt(`0x${id.slice(0, 8)}${id.slice(9, 13)}${id.slice(14, 18)}`);
}

function repeatedIn(ids) {
  const sorted = ids.slice().sort();
  let repeated = 0;
  for (let at = 1; at < sorted.length; at += 1) if (sorted[at] === sorted[at - 1]) repeated += 1;
  return repeated;
}

/** The largest resident set that the process has ever had, in MB (Linux). */
function peakMemory(pid) {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

function fetchJson(url, token, agent) {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${response.statusCode} ${text}`));
      });
    });
    request.on('error', reject);
  });
}
