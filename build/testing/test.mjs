// npm test: runs every check there is, and at the end adds up the test runners' own reports.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../setup/child-process.mjs';
import { exitWithNpm } from '../setup/foreground.mjs';
import { reportsDir, repoRoot } from '../setup/paths.mjs';
import { sumTallies, readPlaywrightReport, readVitestReport } from './reports.mjs';

exitWithNpm();
const unitReport = join(reportsDir, 'unit.json');
const e2eReport = join(reportsDir, 'e2e.json');

/** Runs `npm run SCRIPT -- ARGS`. @returns {Promise<boolean>} whether it exited with 0 */
function npmRun(script, ...args) {
  return ends(spawnNpm(script, args, 'inherit'));
}

/** The same, while something else is running: the output is printed at the end, in one piece. */
async function npmRunBuffered(script, ...args) {
  const child = spawnNpm(script, args, 'pipe');
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
  const ok = await ends(child);
  process.stdout.write(`\n== ${script}\n${Buffer.concat(said)}`);
  return ok;
}

function spawnNpm(script, args, output) {
  const npm = npmCommand();
  const all = [...npm.args, 'run', script, ...(args.length > 0 ? ['--', ...args] : [])];
  return spawn(npm.command, all, { cwd: repoRoot, stdio: ['ignore', output, output] });
}

function ends(child) {
  return new Promise((resolve) => {
    child.on('error', () => resolve(false)).on('close', (code) => resolve(code === 0));
  });
}

/** A step without tests of its own does not count if it passes, and counts as one failure if it does not. */
const check = (name, ok) => ({
  passed: 0,
  failed: ok ? 0 : 1,
  skipped: 0,
  notes: ok ? [] : [`${name} failed`],
});

/**
 * A step with tests is counted by its report; an exit code that contradicts a report without failures is one failure.
 */
function tests(name, ok, tally) {
  if (ok || tally.failed > 0) return tally;
  return { ...tally, failed: 1, notes: [...tally.notes, `${name} ended with an error after its tests`] };
}

const results = [];
async function step(title, run) {
  console.log(`\n== ${title}`);
  const tally = await run();
  results.push({ title, tally });
  return tally.failed === 0;
}

rmSync(reportsDir, { recursive: true, force: true });
let built = false;
// Two lanes, each on one core and of about the same length.
await step('lint, types, generated files and build', async () => {
  const code = npmRunBuffered('lint:code');
  const rest = [
    check('generate --check', await npmRunBuffered('generate', '--check')),
    check('typecheck', await npmRunBuffered('typecheck')),
    check('lint:text', await npmRunBuffered('lint:text')),
  ];
  built = await npmRunBuffered('build');
  return sumTallies([...rest, check('build', built), check('lint:code', await code)]);
});
await step('unit tests', async () => {
  const ok = await npmRun(
    'test:unit',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  );
  return tests('test:unit', ok, readVitestReport(unitReport));
});
if (built) {
  await step('end to end', async () =>
    tests('test:e2e', await npmRun('test:e2e'), readPlaywrightReport(e2eReport)),
  );
} else {
  results.push({ title: 'end to end', tally: check('end to end (not run: there is no build)', false) });
}

const total = sumTallies(results.map(({ tally }) => tally));
console.log('\n== summary');
for (const { title, tally } of results) {
  const counts = tally.passed + tally.failed > 0 ? `${tally.passed} passed, ${tally.failed} failed` : 'ok';
  console.log(`${title}: ${counts}${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`);
}
for (const note of total.notes) console.log(`! ${note}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
