// What `npm start` and `npm test` run first: installs what is missing and says in one line each what it does.
// Plain Node without a dependency, for it runs before there is a node_modules.
//   --test        also what the tests need (virtual display, D-Bus, keyring)
import { pathToFileURL } from 'node:url';
import { SetupProblem } from './child.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { ensureKeychainModule, fetchKeychainModule } from './keychain-module.mjs';
import { ensurePackages } from './node-modules.mjs';
import { hasDisplay } from './paths.mjs';
import { requireBrowserSandbox } from './browser-sandbox.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { ensureSystemPackages, needs, requireLibraries } from './system-packages.mjs';

const OLDEST_NODE = [20, 19];

function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new SetupProblem(`This needs Node ${OLDEST_NODE.join('.')} or newer, and this is Node ${version}.`);
}

/**
 * Does all the set-up there is to do.
 * @param {{ forTests: boolean, say: (line: string) => void }} options
 */
export async function setUp({ forTests, say }) {
  requireNode();
  await ensurePackages({ say });
  const hasBinary = await fetchKeychainModule({ say });
  const wanted = [
    ...needs.window,
    ...(forTests || !hasDisplay() ? needs.headless : []),
    ...(hasBinary ? [] : needs.compiler),
  ];
  await ensureSystemPackages(wanted, { say, purpose: forTests ? 'the test run' : 'the app' });
  await ensureKeychainModule({ say });
  const runtime = await resolveRuntime({ say });
  requireLibraries(runtime.executable, 'the window');
  requireBrowserSandbox(runtime);
}

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
  const say = (line) => console.log(`set-up: ${line}`);
  void orExplain(() => withSetupLock({ say }, () => setUp({ forTests, say })));
}
