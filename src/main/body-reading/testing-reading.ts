import type { StartReadingProcess } from './body-reader';
import { ReadingServer } from './reading-server';

/** The reading process's own code, in this process. */
export const readHere: StartReadingProcess = ({ onMessage }) => {
  const server = new ReadingServer();
  return {
    send: (message) => {
      // At once, as a process does: who sends it may give its bytes back.
      const sent = structuredClone(message);
      queueMicrotask(() => onMessage(structuredClone(server.take(sent))));
    },
    end: () => undefined,
  };
};
