// npm run test:newest: tests as much of the declared Electron as possible where it cannot be downloaded. Not part of
// npm test.
//   --only window one of: download, window, units
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../setup/app-build.mjs';
import { SetupError } from '../../setup/child-process.mjs';
import { exitWithNpm, runInForeground } from '../../setup/foreground.mjs';
import { repoRoot } from '../../setup/paths.mjs';
import { withSetupLock } from '../../setup/setup-lock.mjs';
import { exitOnError } from '../../setup/setup.mjs';
import { nodeVersions, otherNodes } from './nodes.mjs';

exitWithNpm();
const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
const log = (line) => console.log(`newest: ${line}`);
const vitest = join(repoRoot, 'node_modules', 'vitest', 'vitest.mjs');

/** A Chromium on this machine: Debian's, or the one that Playwright keeps. */
async function findChromium() {
  const { chromium } = await import('@playwright/test');
  const installed = process.env.PATH.split(delimiter).map((folder) => join(folder, 'chromium'));
  const found = [process.env.NEWEST_CHROMIUM ?? '', ...installed, chromium.executablePath()].find(existsSync);
  if (found) return found;
  throw new SetupError(
    'There is no Chromium to show the window in. On Debian: sudo apt-get install chromium. Or name one: NEWEST_CHROMIUM=/path',
  );
}

/** Whether the tests pass on this Node. */
const passes = async (executable, args, env = {}) =>
  (await runInForeground(executable, [vitest, 'run', ...args], { ...process.env, ...env })) === 0;

/** The last of nodeVersions is that of Electron 45 (docs/runtimes.md). */
const steps = {
  async download(nodes) {
    const results = [];
    for (const [major, node] of Object.entries(nodes)) {
      const title = `the download of Electron, on Node ${nodeVersions[major]}`;
      results.push([title, await passes(node, ['build/setup/electron-download.test.mjs'])]);
    }
    return results;
  },
  async window(nodes) {
    const NEWEST_CHROMIUM = await findChromium();
    const config = ['--config', 'build/testing/newest/vitest.config.mjs'];
    const title = `the window in Chromium, main on Node ${nodeVersions[24]}`;
    return [[title, await passes(nodes[24], config, { NEWEST_CHROMIUM })]];
  },
  async units(nodes) {
    return [[`the unit tests on Node ${nodeVersions[24]}`, await passes(nodes[24], [])]];
  },
};

await exitOnError(async () => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new SetupError('The Nodes that are pinned are for Linux on x64.');
  if (options.only !== undefined && !(options.only in steps))
    throw new SetupError(`--only takes one of ${Object.keys(steps).join(', ')}.`);
  await withSetupLock({ log }, () => ensureBuilt({ log }));
  const nodes = await otherNodes({ log });
  const results = [];
  for (const [name, step] of Object.entries(steps)) {
    if (options.only === undefined || options.only === name) results.push(...(await step(nodes)));
  }
  console.log('\n== newest');
  for (const [title, ok] of results) console.log(`${ok ? 'passed' : 'FAILED'}: ${title}`);
  process.exitCode = results.every(([, ok]) => ok) ? 0 : 1;
});
