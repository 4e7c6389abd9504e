import { utilityProcess } from 'electron';
import type { StartKeychainProcess } from '../credentials/keychain-client';
import type { KeychainAnswer } from '../credentials/keychain-protocol';
import { utilityProcessEnd } from '../credentials/process-end';

/** Starts the keychain process as a utility process of the app. Only our own code answers there. */
export function keychainProcessStarter(file: string): StartKeychainProcess {
  return ({ onAnswer, onExit }) => {
    const child = utilityProcess.fork(file, [], { serviceName: 'keychain', stdio: 'ignore' });
    child.on('message', (answer: KeychainAnswer) => onAnswer(answer));
    child.on('exit', (code) => onExit(utilityProcessEnd(code)));
    return { ask: (question) => child.postMessage(question), end: () => void child.kill() };
  };
}
