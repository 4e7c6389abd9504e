// npm run test:e2e: Playwright on the built app, on a virtual display (Linux). Arguments go to Playwright;
// --headed uses the person's own display. Keyrings are the fixtures' (desktop-session.mjs), one for each test.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './app-build.mjs';
import { startVirtualDisplay } from './desktop-session.mjs';
import { reportsDir, repoRoot } from './paths.mjs';
import { orExplain } from './setup.mjs';

const args = process.argv.slice(2);
await orExplain(() => ensureBuilt({ say: (line) => console.log(line) }));
const ownDisplay = process.platform === 'linux' && !args.includes('--headed');
const display = ownDisplay ? await startVirtualDisplay() : undefined;

const reporting = args.some((arg) => arg.startsWith('--reporter')) ? [] : ['--reporter=list,json'];
const env = {
  ...process.env,
  ...display?.env,
  PLAYWRIGHT_JSON_OUTPUT_FILE: join(reportsDir, 'e2e.json'),
};
const cli = join(repoRoot, 'node_modules', '@playwright', 'test', 'cli.js');
const child = spawn(process.execPath, [cli, 'test', ...reporting, ...args], {
  cwd: repoRoot,
  env,
  stdio: 'inherit',
});
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('close', async (code) => {
  await display?.stop();
  process.exitCode = code ?? 1;
});
