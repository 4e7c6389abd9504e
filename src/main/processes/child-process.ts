import type { ProcessEnd } from './process-end';

/** A running process of the app, as its starter returns it. Messages are cloned when they are sent. */
export interface ChildProcess<Message> {
  send(message: Message): void;
  /** Ends it at once, whatever it is doing. */
  end(): void;
}

/** Starts a process. Messages come only from our own code. `onExit` is called once, also after `end`. May throw. */
export type StartProcess<Message, Answer> = (listeners: {
  readonly onMessage: (answer: Answer) => void;
  readonly onExit: (end: ProcessEnd) => void;
}) => ChildProcess<Message>;
