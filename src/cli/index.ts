import { CommanderError } from 'commander';
import { createRequire } from 'node:module';
import { version } from '../../package.json';
import type { Run } from './commands/command';
import { codeOf } from '@shared/text/code-of';
import { fileTrouble } from '@shared/text/file-trouble';
import { settleDataFolder } from './data-folder';
import { EXIT, exitOfProblem, gravest, type ExitCode } from './exit-codes';
import { createProgram, type GivenOptions } from './program';
import { readInput, stopReadingInput } from './read-text';
import { say, sayProblem, TOKEN_VARIABLE } from './say';
import { notAToken, tokenOfRun } from './token-of-run';
import { UnwrittenError } from './unwritten-error';
import { UsageError } from './usage-error';

/**
 * How long calls in progress may take to end after Ctrl+C, and to say how to continue, in ms. A second Ctrl+C ends
 * everything at once.
 */
const INTERRUPT_MS = 5_000;

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function main(): Promise<void> {
  // A reader that goes away, such as `head`, must not end what is in progress. `Output` itself notices when the results
  // are no longer read.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const token = takeToken();
  if (process.argv[2] === 'sandbox') {
    // This is a separate program, with its own options and standard output.
    process.argv.splice(2, 1);
    createRequire(__filename)('./sandbox-cli.js');
    return;
  }
  await createProgram({ version, print, run: (...asked) => run(token, ...asked) }).parseAsync();
}

/** Writes to standard output. If that fails, a message and the exit code say so, unless the reader has gone away. */
function print(text: string): void {
  process.stdout.write(text, (error) => {
    if (!error || codeOf(error) === 'EPIPE') return;
    // Help text is written in several parts.
    if (process.exitCode !== EXIT.failed) say(describeFailure(error));
    process.exitCode = EXIT.failed;
  });
}

/** Takes the token out of the environment, so that no other process inherits it. */
function takeToken(): string | null {
  const { [TOKEN_VARIABLE]: token } = process.env;
  delete process.env[TOKEN_VARIABLE];
  return token === undefined || token === '' ? null : token;
}

async function run(
  tokenOfEnvironment: string | null,
  load: () => Promise<Run>,
  options: GivenOptions,
  onlyReads = false,
): Promise<void> {
  const dataFolder = settleDataFolder(options.dataFolder);
  // Loaded only now that there is known to be something to do.
  const [{ openApp }, { findProfile }, { answerQuestions }, { Output }, command] = await Promise.all([
    import('./open-app'),
    import('./find-profile'),
    import('./answer-questions'),
    import('./output'),
    load(),
  ]);
  const profile = await findProfile(dataFolder.path, options);
  const agreed = new Set([
    ...(options.yesProduction === undefined ? [] : (['production'] as const)),
    ...(options.profile === undefined ? [] : (['other-profile'] as const)),
  ]);
  const app = openApp({
    version,
    dataFolder,
    pinnedProfileId: profile.id,
    builtFolder: __dirname,
    ask: answerQuestions(agreed, profile.name, say, options.checkedUntil),
  });
  const interrupted = new AbortController();
  for (const signal of ENDING_SIGNALS)
    process.once(signal, () => {
      interrupted.abort();
      app.cancel();
      stopReadingInput();
      setTimeout(() => process.exit(EXIT.interrupted), INTERRUPT_MS).unref();
    });
  const output = new Output(options.output === '-' ? null : (options.output ?? null), process.stdout);
  let code: ExitCode = EXIT.done;
  let isRefused = false;
  try {
    await output.ready();
    const read = options.tokenStdin === true ? readInput : null;
    const token = await tokenOfRun(profile, { ofEnvironment: tokenOfEnvironment, read, say });
    if (token !== null)
      await app.useToken(token).catch(notAToken(read === null ? TOKEN_VARIABLE : 'Standard input'));
    const { format = 'text', showRequest = false } = options;
    code = await command({ app, format, output, say, showRequest, signal: interrupted.signal });
    await output.close();
  } catch (error) {
    // What was sent may have ended with a more serious code than a result that cannot be written.
    code = gravest([code, await told(error)]);
    isRefused =
      error instanceof UsageError || error instanceof (await import('@shared/problem')).ProblemError;
    await output.close().catch(() => undefined);
  }
  const { storageSentences } = await import('./storage-sentences');
  // If the command was refused before anything went out, there was nothing to keep.
  const kept = { left: await app.unkeptSends.leftBehind(), onlyReads: onlyReads || isRefused };
  storageSentences(await app.ask('describeStorage', undefined), kept).forEach(say);
  // If the run is killed before this, its sends stay open for a person to check, as nothing more is known about them.
  await app.unkeptSends.told().catch((error: unknown) => say(describeFailure(error)));
  await app.close();
  // The runtime waits for the system, such as for a DNS that does not answer, and runs no listener meanwhile. Without
  // them Ctrl+C ends it.
  for (const signal of ENDING_SIGNALS) process.removeAllListeners(signal);
  process.exit(interrupted.signal.aborted ? EXIT.interrupted : code);
}

async function told(error: unknown): Promise<ExitCode> {
  // commander has already printed everything, including the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof UsageError) {
    say(error.message);
    return EXIT.usage;
  }
  if (error instanceof UnwrittenError) return gravest([error.code, await told(error.cause)]);
  const { ProblemError } = await import('@shared/problem');
  if (error instanceof ProblemError) {
    sayProblem(say, error.problem);
    return exitOfProblem(error.problem.code);
  }
  say(describeFailure(error));
  return EXIT.failed;
}

function describeFailure(error: unknown): string {
  if (error instanceof Error && 'path' in error) return `${String(error.path)}: ${fileTrouble(error)}.`;
  return isWriteError(error) ? `Standard output: ${fileTrouble(error)}.` : fileTrouble(error);
}

/** Only standard output is written to without a path, so an error without one is from there. */
const isWriteError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'write';

main().catch(async (error: unknown) => {
  const code = await told(error);
  // The help ends with an error from commander; if it could not be written, the exit code has already been set.
  if (code !== EXIT.done) process.exitCode = code;
});
