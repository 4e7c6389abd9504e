// What every command starts with: installs what is missing, and describes each step in one line. Plain Node without
// dependencies, because it runs before there is a node_modules folder.
//   --test also what the tests need (virtual display, D-Bus, keyring, curl)
import { pathToFileURL } from 'node:url';
import { SetupError } from './child-process.mjs';
import { resolveRuntime, runtimeRequirements } from './electron-runtime.mjs';
import { ensurePackages } from './node-modules.mjs';
import { hasDisplay } from './paths.mjs';
import { requireBrowserSandbox } from './browser-sandbox.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { ensureSystemPackages, requirements, requireLibraries } from './system-packages.mjs';

/**
 * Does all the set-up that is necessary, starting with what only root can install, so that nobody is stopped half-way.
 * @param {{ forTests: boolean, headless?: boolean, log: (line: string) => void }} options
 */
export async function setUp({ forTests, headless = forTests || !hasDisplay(), log }) {
  const wanted = [
    ...requirements.window,
    ...(headless ? requirements.headless : []),
    ...(forTests ? requirements.tests : []),
    ...runtimeRequirements(),
  ];
  await ensureSystemPackages(wanted, { log, purpose: forTests ? 'the test run' : 'the app' });
  await ensurePackages({ log });
  const runtime = await resolveRuntime({ log });
  requireLibraries(runtime.executable, 'the window');
  requireBrowserSandbox(runtime);
}

export const logStep = (line) => console.log(`set-up: ${line}`);

/** Runs a step of a command-line tool. An error is printed and ends the process with exit code 1. */
export async function exitOnError(step) {
  try {
    return await step();
  } catch (error) {
    console.error(error instanceof SetupError ? `\nstopped: ${error.message}` : error);
    process.exit(1);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const forTests = process.argv.includes('--test');
  void exitOnError(() => withSetupLock({ log: logStep }, () => setUp({ forTests, log: logStep })));
}
