// Search as you type in a history of 100,000 and of 1,000,000 exchanges, on the app's own runtime, database and
// process, and the counts of its facets: the 95th percentile of each of five runs. Then, for people, with up to
// 100,000: a scan of the same texts with LIKE, everything that the command palette does for a letter, and its own
// matcher over one line of each exchange, as if they were all in memory. Filling a history takes most of the time (see
// its line on standard error), so it is kept in the folder for temporary files for as long as the code that writes it
// stays the same. A history of 1,000,000 is filled only on request, and from then on is measured by all runs that are
// not quick. Run: node bench/history-search.mjs [--quick] [--entries 100000,1000000]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { startVirtualDisplay } from '../build/setup/desktop-session.mjs';
import { resolveRuntime } from '../build/setup/electron-runtime.mjs';
import { hasDisplay, outDir, repoRoot } from '../build/setup/paths.mjs';
import { figures } from './kit/figures.mjs';
import { readOptions, tell } from './kit/measurement.mjs';

/**
 * The sources that decide what is written for an exchange. The tables are not among them, because a file with an older
 * schema is migrated, as a person's file is.
 */
const WRITTEN_BY = [
  'bench/history-search/exchanges.mjs',
  'bench/history-search/fill.mjs',
  ...['entry-rows', 'history-store', 'indexed-words', 'keep-exchange', 'packing', 'put-entry', 'record']
    .concat('search-words', 'shards')
    .map((name) => `src/main/history/${name}.ts`),
];
const fingerprint = fingerprintOf(WRITTEN_BY).slice(0, 12);
const folderOf = (number) => join(tmpdir(), `history-bench-${fingerprint}-${number}`);
const isFilled = (number) => existsSync(join(folderOf(number), 'filled.json'));

const usual = ['100000', '1000000'];
const { entries, quick } = readOptions({ entries: ['', ''] });
const isWanted = (number) =>
  quick ? number === '100000' && isFilled(number) : number === '100000' || isFilled(number);
const sizes = entries === '' ? usual.filter(isWanted) : entries.split(',');

// Inside the repository, where the database's module can be found.
const target = join(outDir, 'bench-history-search');
mkdirSync(target, { recursive: true });
await build({
  configFile: false,
  logLevel: 'error',
  build: {
    ssr: true,
    outDir: target,
    target: 'node16.17',
    rolldownOptions: {
      external: ['libsql', 'electron'],
      input: {
        run: join(repoRoot, 'bench/history-search/run.mjs'),
        database: join(repoRoot, 'src/main/database/database-process.ts'),
      },
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
    },
  },
  ssr: { noExternal: true, external: ['libsql', 'electron'] },
});
writeFileSync(
  join(target, 'package.json'),
  JSON.stringify({ name: 'history-bench', productName: 'History bench', version: '0.0.0', main: 'run.cjs' }),
);
const runtime = await resolveRuntime({ log: (line) => console.error(line) });
const display = hasDisplay() ? null : await startVirtualDisplay();
try {
  for (const each of sizes) report(await run(each));
} finally {
  await display?.stop();
  rmSync(target, { recursive: true });
}

/** A fingerprint of the files' contents, not their paths, so that a filled history serves every clone. */
function fingerprintOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(repoRoot, file)))
      .update('\0');
  return hash.digest('hex');
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(0)} s`;
}

function report({
  entries: number,
  megabytes,
  fillingMs,
  mergingMs,
  countingMs,
  slowest,
  ours,
  counts,
  ...others
}) {
  if (`history-${number}` in figures) {
    tell(`history-${number}`, { runs: ours.p95OfRuns });
    tell(`facets-${number}`, { runs: counts.p95OfRuns });
  }
  const rows = { search: ours, facets: counts, ...others };
  const said = Object.entries(rows).map(
    ([what, { p50, p95, p99, most }]) =>
      `${what}: ${[p50, p95, p99, most].map((ms) => ms.toFixed(1)).join(', ')}`,
  );
  console.error(
    `${number} exchanges, ${megabytes.toFixed(0)} MB, written in ${seconds(fillingMs)}, merged in ${seconds(mergingMs)}, its facets counted in ${seconds(countingMs)}; ` +
      `ms at p50, p95, p99, most: ${said.join('; ')}. Slowest: ${slowest.join('; ')}`,
  );
}

async function run(each) {
  mkdirSync(folderOf(each), { recursive: true });
  // A history that was only partly filled is started again.
  if (!isFilled(each))
    for (const name of readdirSync(folderOf(each))) rmSync(join(folderOf(each), name), { recursive: true });
  const file = join(target, 'result.json');
  const child = spawn(runtime.executable, [...runtime.args, `--user-data-dir=${join(target, 'user-data')}`], {
    env: {
      ...process.env,
      ...display?.env,
      ...runtime.env,
      PAYMENTS_EXPLORER_APP: target,
      HISTORY_BENCH_ENTRIES: each,
      HISTORY_BENCH_FOLDER: folderOf(each),
      HISTORY_BENCH_RESULT: file,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`it ended with ${code}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
