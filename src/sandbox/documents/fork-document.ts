import { fork } from 'node:child_process';
import type { StartDocumentProcess } from './document-client';
import type { DocumentMessage } from './protocol';

const MAX_MEMORY_MB = 1024;

/** Starts the built `document-process.ts` where the sandbox runs alone. It ends with its channel, however we come to our end. */
export function documentForker(file: string): StartDocumentProcess {
  return ({ onMessage, onExit }) => {
    // What libraries say of a document is nothing for our log.
    const child = fork(file, [], {
      execArgv: [`--max-old-space-size=${MAX_MEMORY_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (message) => onMessage(message as DocumentMessage));
    child.on('exit', onExit);
    child.on('error', onExit);
    return {
      // What is sent to one that is dead is for nobody; its end is told by itself.
      send: (question) => void child.send(question, () => undefined),
      end: () => void child.kill('SIGKILL'),
    };
  };
}
