import type { StartReadingProcess } from './body-reader';
import { ReadingServer } from './reading-server';

/** Runs the reading process's code in this process. */
export const readHere: StartReadingProcess = ({ onMessage }) => {
  const server = new ReadingServer();
  return {
    send: (message) => {
      // Cloned at once, as for a real process, because the sender may free the bytes afterwards.
      const sent = structuredClone(message);
      queueMicrotask(() => onMessage(structuredClone(server.take(sent))));
    },
    end: () => undefined,
  };
};
