import { fork, type ChildProcess as NodeProcess } from 'node:child_process';
import type { StartProcess } from './child-process';

export interface ForkOptions {
  readonly execArgv?: readonly string[];
  /** Called with each child. */
  readonly onStart?: (child: NodeProcess) => void;
}

/** Starts a built process of the app without electron: the same code, in a real process forked by Node. */
export function forkStarter<Message extends object, Answer>(
  file: string,
  { execArgv = [], onStart }: ForkOptions = {},
): StartProcess<Message, Answer> {
  return ({ onMessage, onExit }) => {
    const child = fork(file, [], {
      execArgv: [...execArgv],
      serialization: 'advanced',
      stdio: 'ignore',
      // Ctrl+C at a terminal should only reach the command itself: it saves what is under way before these processes end.
      detached: process.platform !== 'win32',
    });
    child.on('message', (answer) => onMessage(answer as Answer));
    child.on('exit', (code, signal) => onExit({ code, signal }));
    // Without a listener, one that the system cannot start would end the command. It has no exit.
    child.on('error', () => {
      if (child.pid === undefined) onExit({ code: null, signal: null });
    });
    onStart?.(child);
    return {
      // Failures to send to a dead process are ignored, because its end is reported separately.
      send: (message) => void child.send(message, () => undefined),
      end: () => void child.kill('SIGKILL'),
    };
  };
}
