import type { StartReadingProcess } from './body-reader';
import { ReadingServer } from './reading-server';

/** The reading process's own code, in this process. */
export const readHere: StartReadingProcess = ({ onMessage }) => {
  const server = new ReadingServer();
  return {
    send: (message) =>
      queueMicrotask(() => onMessage(structuredClone(server.take(structuredClone(message))))),
    end: () => undefined,
  };
};
