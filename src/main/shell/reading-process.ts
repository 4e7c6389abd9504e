import { utilityProcess } from 'electron';
import type { StartReadingProcess } from '../body-reading/body-reader';
import type { FromReadingProcess } from '../body-reading/protocol';

/** Starts reading processes as utility processes of the app. Only our own code answers there. */
export function readingProcessStarter(file: string): StartReadingProcess {
  return ({ onMessage, onExit }) => {
    const child = utilityProcess.fork(file, [], { serviceName: 'body reading', stdio: 'ignore' });
    child.on('message', (message: FromReadingProcess) => onMessage(message));
    child.on('exit', onExit);
    return { send: (message) => child.postMessage(message), end: () => void child.kill() };
  };
}
