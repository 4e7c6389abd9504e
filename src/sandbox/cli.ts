import { join } from 'node:path';
import { documentForker } from './documents/fork-document';
import { startSandbox } from './start-sandbox';
import { helpText, readCommandLine, UsageError } from './command-line';

async function run(): Promise<void> {
  const command = await readCommandLine(process.argv.slice(2));
  if (command.kind === 'help') {
    process.stdout.write(helpText());
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
  process.stdout.write(`${JSON.stringify({ ...sandbox.description, certificateAuthority })}\n`);
}

run().catch((error: unknown) => {
  const message = whyNotStarted(error);
  process.stderr.write(
    error instanceof UsageError ? `${message}\nTry --help.\n` : `The sandbox could not start: ${message}\n`,
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
});

function whyNotStarted(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error && error.code === 'EADDRINUSE' && 'port' in error)) return error.message;
  return `another program has the port ${String(error.port)}. Take another one, or --port 0 for one that is free.`;
}
