// npm run test:fresh: runs both commands of the README on bare Debian machines, as a newcomer types them. Needs root
// and debootstrap; not part of npm test. Results are kept in out/fresh, so that an interrupted run can be continued.
//   --only 12-static only the cases whose names begin like this, even if they are done
//   --table prints the results so far as a table, and runs nothing
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runQuietly, SetupError } from '../setup/child-process.mjs';
import { aptLineIn, cases, problemWith, summaryIn, resultsTable } from './fresh-cases.mjs';
import { freshMachine } from './fresh-machine.mjs';
import { logsDir, outDir } from '../setup/paths.mjs';
import { exitOnError } from '../setup/setup.mjs';
import { readJson, writeJson } from '../setup/stamps.mjs';
import { ensureSystemPackages, requirements } from '../setup/system-packages.mjs';

const folder = join(outDir, 'fresh');
const STATIC_NODE = { node: '24.21.0', npm: '11.21.2' };
const REPOSITORY = 'payments-api-explorer';
const { values: options } = parseArgs({ options: { only: { type: 'string' }, table: { type: 'boolean' } } });
const log = (line) => console.log(`fresh: ${line}`);

/** Counts the packages that dpkg lists as installed. */
const countPackages = 'dpkg-query -W -f "\\${db:Status-Status}\\n" | grep -c "^installed"';

/** Runs one case from a bare machine to its end. @returns {Promise<import('./fresh-cases.mjs').Result>} */
async function runCase({ name, suite, node, user }, { bundle, commit }) {
  const logs = join(folder, name);
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const machine = await freshMachine({ name, suite });
  let step = 0;
  const run = (as, what, command) =>
    machine.run({ user: as, command, logFile: join(logs, `${++step}-${what}.log`) });
  const runOrThrow = async (as, what, command) => {
    const ended = await run(as, what, command);
    if (ended.code !== 0)
      throw new Error(`${name}: ${what} failed (${ended.code}):\n${ended.output.slice(-2000)}`);
    return ended.output.trim();
  };

  const preinstalled = node === 'distribution' ? 'git nodejs npm' : 'git';
  if (node === 'static') await machine.putStaticNode(STATIC_NODE);
  await runOrThrow('root', 'prepare', 'useradd --create-home --shell /bin/bash person && apt-get update');
  await runOrThrow('root', 'preinstalled', `apt-get install -y --no-install-recommends ${preinstalled}`);
  const home = user === 'root' ? '/root' : '/home/person';
  cpSync(bundle, machine.file('/opt/clone.bundle'));
  await runOrThrow(user, 'clone', `git clone -q /opt/clone.bundle ${REPOSITORY}`);
  const version = await runOrThrow(user, 'node-version', 'node --version');
  const packages = Number(await runOrThrow('root', 'packages-before', countPackages));

  const hasModules = () => existsSync(machine.file(join(home, REPOSITORY, 'node_modules')));

  /** Runs a command as a person would who, when told to type a line, has an administrator type it and tries again. */
  async function runAsTold(what, command) {
    const lines = [];
    let cleanStop = true;
    let seconds = 0;
    for (;;) {
      const ended = await run(user, what, `cd ${REPOSITORY} && ${command}`);
      seconds += ended.seconds;
      const line = ended.code === 0 || user === 'root' ? undefined : aptLineIn(ended.output);
      if (line === undefined || lines.includes(line)) return { ...ended, seconds, lines, cleanStop };
      cleanStop &&= what !== 'start' || !hasModules();
      lines.push(line);
      const typed = await run('root', `${what}-as-told`, line.replaceAll('sudo ', ''));
      seconds += typed.seconds;
    }
  }

  const start = await runAsTold('start', 'npm start -- --once');
  const shown = machine.file(join(home, REPOSITORY, 'out', 'screenshots', 'start.png'));
  if (existsSync(shown)) cpSync(shown, join(logs, 'start.png'));
  const refused = start.code !== 0 && !hasModules();
  const test = refused ? undefined : await runAsTold('test', 'npm test');
  const reports = machine.file(join(home, REPOSITORY, 'out', 'reports'));
  if (existsSync(reports)) cpSync(reports, join(logs, 'reports'), { recursive: true });
  const after = Number(await runOrThrow('root', 'packages-after', countPackages));
  const result = {
    name,
    commit,
    node: version,
    packages: after - packages,
    refused,
    start: { ...start, output: start.output.slice(-1000) },
    ...(test && { test: { ...test, output: '', summary: summaryIn(test.output) } }),
  };
  // A machine on which a case failed is kept for inspection until the case runs again.
  if (problemWith(result) === undefined) machine.remove();
  return result;
}

async function runAll() {
  if (process.getuid?.() !== 0)
    throw new SetupError('test:fresh makes and enters Debian trees: it has to be root.');
  await ensureSystemPackages(requirements.fresh, { log, purpose: 'test:fresh' });
  mkdirSync(folder, { recursive: true });
  // Several of these may run at the same time, so each has its own log and bundle.
  const logFile = join(logsDir, `fresh-${process.pid}.log`);
  const commit = (
    await runQuietly('git', ['rev-parse', '--short', 'HEAD'], { what: 'git rev-parse', logFile })
  ).trim();
  const bundle = join(folder, `${commit}-${process.pid}.bundle`);
  await runQuietly('git', ['bundle', 'create', bundle, 'HEAD'], { what: 'git bundle', logFile });
  const chosen = cases.filter(({ name }) => name.startsWith(options.only ?? ''));
  if (chosen.length === 0)
    throw new SetupError(`--only takes the beginning of one of: ${cases.map(({ name }) => name).join(', ')}`);
  for (const one of chosen) {
    const file = join(folder, `${one.name}.json`);
    const known = readJson(file);
    if (!options.only && known?.commit === commit && problemWith(known) === undefined) continue;
    log(`${one.name}, with ${commit}`);
    const result = await runCase(one, { bundle, commit });
    writeJson(file, result);
    log(`${one.name}: ${problemWith(result) ?? 'as it should be'}`);
  }
}

await exitOnError(async () => {
  if (!options.table) await runAll();
  const results = cases.map(({ name }) => readJson(join(folder, `${name}.json`))).filter(Boolean);
  console.log(resultsTable(results));
  const wrong = results.filter((result) => problemWith(result) !== undefined);
  process.exitCode = wrong.length === 0 && (options.only || results.length === cases.length) ? 0 : 1;
});
