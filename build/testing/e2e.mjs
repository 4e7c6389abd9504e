// npm run test:e2e: Playwright on the built app, on a virtual display (Linux). Arguments go to Playwright;
// --headed uses the person's own display. Keyrings are the fixtures' (desktop-session.mjs), one for each test.
import { join } from 'node:path';
import { ensureBuilt } from '../setup/app-build.mjs';
import { startVirtualDisplay } from '../setup/desktop-session.mjs';
import { endWithNpm, runInForeground } from '../setup/foreground.mjs';
import { reportsDir, repoRoot } from '../setup/paths.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { orExplain } from '../setup/setup.mjs';

endWithNpm();
const args = process.argv.slice(2);
const say = (line) => console.log(line);
await orExplain(() => withSetupLock({ say }, () => ensureBuilt({ say })));
const ownDisplay = process.platform === 'linux' && !args.includes('--headed');
const display = ownDisplay ? await orExplain(() => startVirtualDisplay()) : undefined;

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
