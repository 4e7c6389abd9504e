import { app, utilityProcess, type Details } from 'electron';
import type { StartKeychainProcess } from '../credentials/keychain-client';
import type { KeychainAnswer } from '../credentials/keychain-protocol';
import { utilityProcessEnd } from '../credentials/process-end';

const NAME = 'keychain';
const WAIT_LIMIT_MS = 1000;

/** Starts the keychain process as a utility process of the app. Only our own code answers there. */
export function keychainProcessStarter(file: string): StartKeychainProcess {
  return ({ onAnswer, onExit }) => {
    const child = utilityProcess.fork(file, [], { serviceName: NAME, stdio: 'ignore' });
    child.on('message', (answer: KeychainAnswer) => onAnswer(answer));
    child.on('exit', (code) => {
      if (code === 0) afterwards((known) => onExit(utilityProcessEnd(known)));
      else onExit(utilityProcessEnd(code));
    });
    return { ask: (question) => child.postMessage(question), end: () => void child.kill() };
  };
}

/**
 * Electron says 0 when the pipe to a process closed before it learned how the process ended, as in a crash at its start.
 * It tells a moment later, by an event of the app.
 */
function afterwards(tell: (code: number) => void): void {
  const settle = (code: number): void => {
    clearTimeout(patience);
    app.off('child-process-gone', listen);
    tell(code);
  };
  const listen = (_event: unknown, { name, exitCode }: Details): void => {
    if (name === NAME) settle(exitCode);
  };
  const patience = setTimeout(() => settle(0), WAIT_LIMIT_MS);
  app.on('child-process-gone', listen);
}
