// Search as one types in a history of 100,000 exchanges, on the app's own runtime, database and thread; beside it, in the
// same run, a scan of the same texts with LIKE. The limit: 20 ms at the 95th percentile.
// Run: node bench/history-search.mjs [--entries N]
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { resolveRuntime } from '../build/setup/electron-runtime.mjs';
import { outDir, repoRoot } from '../build/setup/paths.mjs';

const MAX_MS = 20;
const { values } = parseArgs({ options: { entries: { type: 'string', default: '100000' } } });

// Within the repository, where the database's module is found.
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
      external: ['libsql'],
      input: {
        run: join(repoRoot, 'bench/history-search/run.mjs'),
        worker: join(repoRoot, 'src/main/database/worker.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
  ssr: { noExternal: true, external: ['libsql'] },
});
const runtime = await resolveRuntime({ say: (line) => console.error(line) });
const result = JSON.parse(await run());
rmSync(target, { recursive: true });

const { entries, fillingMs, megabytes, ours, counts, plain } = result;
console.log(
  `\n${entries} exchanges, ${megabytes.toFixed(0)} MB with the reference's table, ` +
    `written in ${(fillingMs / 1000).toFixed(0)} s; Electron ${runtime.version}. Times in ms`,
);
console.table({ search: rounded(ours), 'facet counts': rounded(counts), 'reference: LIKE': rounded(plain) });
console.log(`Slowest:\n  ${result.slowest.join('\n  ')}`);
if (ours.p95 > MAX_MS) {
  console.error(`The 95th percentile took longer than ${MAX_MS} ms.`);
  process.exitCode = 1;
}

function run() {
  const child = spawn(
    runtime.executable,
    [join(target, 'run.mjs'), values.entries, join(target, 'worker.mjs')],
    {
      env: { ...process.env, ...runtime.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve(text) : reject(new Error(`ended with ${code}`))));
  });
}

function rounded(times) {
  return Object.fromEntries(Object.entries(times).map(([name, value]) => [name, Number(value.toFixed(2))]));
}
