// What every command begins with: installs what is missing and says in one line each what it does.
// Plain Node without a dependency, for it runs before there is a node_modules.
//   --test        also what the tests need (virtual display, D-Bus, keyring, curl)
import { pathToFileURL } from 'node:url';
import { SetupProblem } from './child.mjs';
import { mayNeedFallback, resolveRuntime } from './electron-runtime.mjs';
import { ensurePackages } from './node-modules.mjs';
import { hasDisplay } from './paths.mjs';
import { requireBrowserSandbox } from './browser-sandbox.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { ensureSystemPackages, needs, requireLibraries } from './system-packages.mjs';

/**
 * Does all the set-up there is to do: first what only root can install, so that nobody is stopped half-way.
 * @param {{ forTests: boolean, headless?: boolean, say: (line: string) => void }} options
 */
export async function setUp({ forTests, headless = forTests || !hasDisplay(), say }) {
  const wanted = [
    ...needs.window,
    ...(headless ? needs.headless : []),
    ...(forTests ? needs.tests : []),
    ...(mayNeedFallback() ? needs.fallback : []),
  ];
  await ensureSystemPackages(wanted, { say, purpose: forTests ? 'the test run' : 'the app' });
  await ensurePackages({ say });
  const runtime = await resolveRuntime({ say });
  requireLibraries(runtime.executable, 'the window');
  requireBrowserSandbox(runtime);
}

export const sayStep = (line) => console.log(`set-up: ${line}`);

/** Runs a set-up step of a command-line tool; what goes wrong is told, not thrown. */
export async function orExplain(step) {
  try {
    return await step();
  } catch (error) {
    console.error(error instanceof SetupProblem ? `\nstopped: ${error.message}` : error);
    process.exit(1);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const forTests = process.argv.includes('--test');
  void orExplain(() => withSetupLock({ say: sayStep }, () => setUp({ forTests, say: sayStep })));
}
