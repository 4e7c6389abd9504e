import { app, utilityProcess, type Details } from 'electron';
import type { StartProcess } from '../processes/child-process';
import { utilityProcessEnd } from '../processes/process-end';

const WAIT_LIMIT_MS = 1000;

/**
 * Starts processes of the app as Electron's utility processes. Neither arguments nor environment carry information:
 * everything that a process needs is sent as a message. They end with the app, even if it is killed.
 * @param name shown in the computer's list of processes; one for each kind.
 */
export function utilityProcessStarter<Message, Answer>(
  file: string,
  name: string,
): StartProcess<Message, Answer> {
  return ({ onMessage, onExit }) => {
    let isEnded = false;
    const child = utilityProcess.fork(file, [], { serviceName: name, stdio: 'ignore' });
    child.on('message', (answer: Answer) => onMessage(answer));
    child.on('exit', (code) => {
      // How a process ended does not matter if it was told to end.
      if (code === 0 && !isEnded) afterwards(name, (known) => onExit(utilityProcessEnd(known)));
      else onExit(utilityProcessEnd(code));
    });
    const end = (): void => {
      isEnded = true;
      child.kill();
    };
    return { send: (message) => child.postMessage(message), end };
  };
}

/**
 * Electron reports 0 if the pipe to a process closed before it learned how the process ended, as in a crash at its
 * start. A moment later an event of the app gives the real exit code.
 */
function afterwards(name: string, tell: (code: number) => void): void {
  const settle = (code: number): void => {
    clearTimeout(patience);
    app.off('child-process-gone', listen);
    tell(code);
  };
  const listen = (_event: unknown, gone: Details): void => {
    if (gone.name === name) settle(gone.exitCode);
  };
  const patience = setTimeout(() => settle(0), WAIT_LIMIT_MS);
  app.on('child-process-gone', listen);
}
