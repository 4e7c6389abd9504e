import { CommanderError } from 'commander';
import { mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ProfileStore } from '@main/profiles/profile-store';
import { ProblemError } from '@shared/problem';
import { productName as appName, version } from '../../package.json';
import { EXIT, type ExitCode } from './exit-codes';
import { openApp } from './open-app';
import { Output, type Format } from './output';
import { createProgram, type GivenOptions } from './program';
import type { Run } from './commands/command';
import { sayProblem } from './say';

/** How long what is under way may take to end after Ctrl+C, in ms. */
const INTERRUPT_MS = 800;

const say = (words: string): void => void process.stderr.write(`${words}\n`);

async function main(): Promise<void> {
  await createProgram({ version, run, readInput }).parseAsync();
}

async function run(command: Run, options: GivenOptions): Promise<void> {
  const dataFolder = settleDataFolder(options.dataFolder);
  const pinnedProfileId = await findProfileId(dataFolder.path, options.profile);
  const app = openApp({ version, dataFolder, pinnedProfileId, builtFolder: __dirname });
  const interrupted = new AbortController();
  process.once('SIGINT', () => {
    interrupted.abort();
    app.cancel();
    setTimeout(() => process.exit(EXIT.interrupted), INTERRUPT_MS).unref();
  });
  const format: Format = options.format ?? 'text';
  let code: ExitCode;
  try {
    const output = new Output(options.output ?? null, process.stdout);
    await output.ready();
    code = await command({ app, format, output, say, signal: interrupted.signal });
    await output.close();
  } catch (error) {
    code = told(error);
  }
  await app.close();
  process.exit(interrupted.signal.aborted ? EXIT.interrupted : code);
}

function told(error: unknown): ExitCode {
  // It has told everything already, the help included.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof ProblemError) {
    sayProblem(say, error.problem);
    return EXIT.refused;
  }
  // The reader of a pipe has gone: it has read what it wanted.
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return EXIT.done;
  say(error instanceof Error ? error.message : String(error));
  return EXIT.failed;
}

/** Where the app keeps its files on this system (Electron's `userData`), or where it was told to. */
function settleDataFolder(given: string | undefined): { readonly path: string; readonly own: boolean } {
  const path = given === undefined ? join(systemFolder(), appName) : resolve(given);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return { path: realpathSync(path), own: given !== undefined };
}

function systemFolder(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  switch (process.platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support');
    case 'win32':
      return APPDATA ?? join(homedir(), 'AppData', 'Roaming');
    default:
      return XDG_CONFIG_HOME ?? join(homedir(), '.config');
  }
}

/** Null for the active one. */
async function findProfileId(folder: string, wanted: string | undefined): Promise<string | null> {
  if (wanted === undefined) return null;
  const store = new ProfileStore({ path: join(folder, 'profiles.json'), announce: () => undefined });
  const { profiles } = await store.describe();
  const found = profiles.find(({ id, name }) => name === wanted || id === wanted);
  if (found !== undefined) return found.id;
  say(`There is no profile "${wanted}". There are: ${profiles.map(({ name }) => name).join(', ')}.`);
  process.exit(EXIT.usage);
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

main().catch((error: unknown) => {
  process.exitCode = told(error);
});
