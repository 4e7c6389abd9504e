import { basename, join } from 'node:path';
import { codeOf } from '@shared/text/code-of';
import { fileTrouble } from '@shared/text/file-trouble';
import { documentForker } from './documents/fork-document';
import { startSandbox } from './start-sandbox';
import { helpText, readCommandLine, UsageError } from './command-line';

class UnwrittenError extends Error {}

async function run(): Promise<void> {
  const command = await readCommandLine(process.argv.slice(2));
  if (command.kind === 'help') {
    await print(helpText(startedAs()));
    return;
  }
  const log = command.quiet ? {} : { log: (line: string) => process.stderr.write(`${line}\n`) };
  const sandbox = await startSandbox({
    ...command.options,
    ...log,
    startDocument: documentForker(join(__dirname, 'sandbox-document-process.js')),
  });
  const certificateAuthority = await sandbox.certificateAuthority();
  // Registered before the first line is printed: whoever reads that line may send a signal at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close());
  }
  try {
    await print(`${JSON.stringify({ ...sandbox.description, certificateAuthority })}\n`);
  } catch (error) {
    // Otherwise nobody would learn its address.
    await sandbox.close();
    throw error;
  }
}

/**
 * The command as a person types it: this also runs as a command of the command line, and an installed package has no
 * npm.
 */
function startedAs(): string {
  return basename(process.argv[1] ?? '') === 'command-line.js'
    ? 'payments-explorer sandbox'
    : 'npm run sandbox --';
}

/** Writes to standard output. A reader that has gone away is not an error: it had what it wanted. */
async function print(text: string): Promise<void> {
  // Without a listener the process would end with a stack trace.
  process.stdout.once('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error || codeOf(error) === 'EPIPE') resolve();
      else reject(new UnwrittenError(`Standard output: ${fileTrouble(error)}.`));
    });
  });
}

run().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});

function sentenceOf(error: unknown): string {
  if (error instanceof UnwrittenError) return error.message;
  const message = whyNotStarted(error);
  return error instanceof UsageError ? `${message}\nTry --help.` : `The sandbox could not start: ${message}`;
}

function whyNotStarted(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (codeOf(error) !== 'EADDRINUSE' || !('port' in error)) return error.message;
  return `another program has the port ${String(error.port)}. Take another one, or --port 0 for one that is free.`;
}
