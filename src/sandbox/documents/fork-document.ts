import { fork } from 'node:child_process';
import type { StartDocumentProcess } from './document-client';
import type { DocumentMessage } from './protocol';

const MAX_MEMORY_MB = 1024;

/**
 * Starts the built `document-process.ts` where the sandbox runs alone. The process ends when its channel closes,
 * however the sandbox ends.
 */
export function documentForker(file: string): StartDocumentProcess {
  return ({ onMessage, onExit }) => {
    // Whatever libraries print about a document does not belong in the sandbox's log.
    const child = fork(file, [], {
      execArgv: [`--max-old-space-size=${MAX_MEMORY_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (message) => onMessage(message as DocumentMessage));
    child.on('exit', onExit);
    child.on('error', onExit);
    return {
      // A message to a process that has died is lost without an error: `onExit` reports the death.
      send: (question) => void child.send(question, () => undefined),
      end: () => void child.kill('SIGKILL'),
    };
  };
}
