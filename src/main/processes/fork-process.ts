import { fork, type ChildProcess as NodeProcess } from 'node:child_process';
import type { StartProcess } from './child-process';

export interface ForkOptions {
  readonly execArgv?: readonly string[];
  /** Told of each child. */
  readonly onStart?: (child: NodeProcess) => void;
}

/** Starts a built process of the app without electron: the same code, in a real process that Node forks. */
export function forkStarter<Message extends object, Answer>(
  file: string,
  { execArgv = [], onStart }: ForkOptions = {},
): StartProcess<Message, Answer> {
  return ({ onMessage, onExit }) => {
    const child = fork(file, [], {
      execArgv: [...execArgv],
      serialization: 'advanced',
      stdio: 'ignore',
      // Ctrl+C at a terminal is for who was started there: what is under way is written before these end.
      detached: process.platform !== 'win32',
    });
    child.on('message', (answer) => onMessage(answer as Answer));
    child.on('exit', (code, signal) => onExit({ code, signal }));
    onStart?.(child);
    return {
      // What is sent to one that is dead is not for anybody; its end is told by itself.
      send: (message) => void child.send(message, () => undefined),
      end: () => void child.kill('SIGKILL'),
    };
  };
}
