// npm run bench: all figures of docs/performance.md, one measurement after another, each beside its reference in the
// same run. Prints one line of JSON for each figure on standard output; then the table and the charts of
// docs/performance.md. Missed goals are reported, but do not make it fail.
// Run: npm run bench -- [--quick [--write]] [--only NAME]: NAME is a figure or a script of bench/kit/figures.mjs. Both
// options leave the document alone, because it contains the figures of a complete run; with --write it takes those of a
// quick run, and says so.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../build/setup/app-build.mjs';
import { resolveRuntime } from '../build/setup/electron-runtime.mjs';
import { repoRoot } from '../build/setup/paths.mjs';
import { figures } from './kit/figures.mjs';
import { charts, chartFile } from './report/charts.mjs';
import { chartOf } from './report/chart.mjs';
import { formatted } from '../build/formatted.mjs';
import { withGenerated } from './report/document.mjs';
import { tableOf } from './report/table.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const isWanted = ([name, { script }]) => [undefined, name, script].includes(values.only);
const wanted = Object.entries(figures).filter(isWanted);
const scripts = [...new Set(wanted.map(([, { script }]) => script))];
if (scripts.length === 0) {
  console.error(`There is no figure "${values.only}". There are: ${Object.keys(figures).join(', ')}.`);
  process.exit(2);
}

const say = (line) => console.error(line);
await ensureBuilt({ log: say, stdout: 'stderr' });
if (values.quick) {
  const kept = values.write ? 'has it' : 'stays as it is';
  say(`A quick run: fewer runs; docs/performance.md ${kept}.`);
}

const lines = [];
const failed = [];
const began = performance.now();
for (const script of scripts) {
  const started = performance.now();
  if (!(await run(script))) failed.push(script);
  say(`${script}: ${Math.round((performance.now() - started) / 1000)} s`);
}
const minutes = (performance.now() - began) / 60_000;
say(`All of it: ${minutes.toFixed(1)} minutes.`);
const order = Object.keys(figures);
lines.sort((one, other) => order.indexOf(one.figure) - order.indexOf(other.figure));

if (failed.length > 0) {
  say(`Not measured: ${failed.join(', ')}.`);
  process.exitCode = 1;
} else if (values.only === undefined && (values.write || !values.quick)) await report();

/** The script's lines of JSON, as they arrive; false if it failed. */
async function run(script) {
  const file = fileURLToPath(new URL(`./${script}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [file, ...(values.quick ? ['--quick'] : [])], {
    cwd: repoRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text);
    lines.push(line);
    console.log(JSON.stringify(values.quick ? { ...line, quick: true } : line));
  }
  return (await ended) === 0;
}

async function report() {
  const { version } = await resolveRuntime();
  const folder = join(repoRoot, 'docs', 'performance');
  mkdirSync(folder, { recursive: true });
  const pictures = charts.map(({ title, names }) => {
    writeFileSync(
      join(folder, chartFile(title)),
      chartOf(
        title,
        lines.filter(({ figure }) => names.includes(figure)),
      ),
    );
    return `![${title}: the table has its numbers](performance/${chartFile(title)})`;
  });
  const runs = values.quick ? '**A quick run**, of one to three runs of each: read it as an outline. ' : '';
  const measured =
    `${runs}Measured on ${new Date().toISOString().slice(0, 10)} in ${minutes.toFixed(0)} minutes: Electron ${version}, ` +
    `${cpus().length} cores (${cpus()[0].model.trim()}), Linux. Medians; in brackets the smallest and the largest run.`;
  const file = join(repoRoot, 'docs', 'performance.md');
  const document = withGenerated(
    readFileSync(file, 'utf8'),
    [measured, tableOf(lines), ...pictures].join('\n\n'),
  );
  writeFileSync(file, await formatted(file, document));
}
