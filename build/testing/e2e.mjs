// npm run test:e2e: runs Playwright on the built app. Arguments are passed on to Playwright; --headed uses the person's
// own display (Linux). Otherwise the fixtures give each test its own display and keyring (desktop-session.mjs).
import { join } from 'node:path';
import { ensureBuilt } from '../setup/app-build.mjs';
import { exitWithNpm, runInForeground } from '../setup/foreground.mjs';
import { reportsDir, repoRoot } from '../setup/paths.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { exitOnError } from '../setup/setup.mjs';

exitWithNpm();
const args = process.argv.slice(2);
const log = (line) => console.log(line);
await exitOnError(() => withSetupLock({ log }, () => ensureBuilt({ log })));

const reporting = args.some((arg) => arg.startsWith('--reporter')) ? [] : ['--reporter=list,json'];
const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reportsDir, 'e2e.json') };
if (!args.includes('--headed')) delete env.DISPLAY;
// As in vitest.config.ts: the command line, a Node program, is started hundreds of times.
delete env.NODE_EXTRA_CA_CERTS;
const cli = join(repoRoot, 'node_modules', '@playwright', 'test', 'cli.js');
process.exitCode = await runInForeground(process.execPath, [cli, 'test', ...reporting, ...args], env);
