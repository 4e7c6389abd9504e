import type { ProcessEnd } from './process-end';

/** A running process of the app's own, as its starter gives it. What is sent to it is cloned. */
export interface ChildProcess<Message> {
  send(message: Message): void;
  /** Ends it at once, whatever it does. */
  end(): void;
}

/** Starts a process. Only our own code answers there. `onExit` is called once, also after `end`. May throw. */
export type StartProcess<Message, Answer> = (listeners: {
  readonly onMessage: (answer: Answer) => void;
  readonly onExit: (end: ProcessEnd) => void;
}) => ChildProcess<Message>;
