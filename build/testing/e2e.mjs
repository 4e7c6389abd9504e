// npm run test:e2e: Playwright on the built app, on a virtual display (Linux). Arguments go to Playwright;
// --headed uses the person's own display. Keyrings are the fixtures' (desktop-session.mjs), one for each test.
import { join } from 'node:path';
import { ensureBuilt } from '../setup/app-build.mjs';
import { startVirtualDisplay } from '../setup/desktop-session.mjs';
import { exitWithNpm, runInForeground } from '../setup/foreground.mjs';
import { reportsDir, repoRoot } from '../setup/paths.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { exitOnError } from '../setup/setup.mjs';

exitWithNpm();
const args = process.argv.slice(2);
const log = (line) => console.log(line);
await exitOnError(() => withSetupLock({ log }, () => ensureBuilt({ log })));
const ownDisplay = process.platform === 'linux' && !args.includes('--headed');
const display = ownDisplay ? await exitOnError(() => startVirtualDisplay()) : undefined;

const reporting = args.some((arg) => arg.startsWith('--reporter')) ? [] : ['--reporter=list,json'];
const env = {
  ...process.env,
  ...display?.env,
  PLAYWRIGHT_JSON_OUTPUT_FILE: join(reportsDir, 'e2e.json'),
};
const cli = join(repoRoot, 'node_modules', '@playwright', 'test', 'cli.js');
try {
  process.exitCode = await runInForeground(process.execPath, [cli, 'test', ...reporting, ...args], env);
} finally {
  await display?.stop();
}
