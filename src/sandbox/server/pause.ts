import type { ServerResponse } from 'node:http';

/** Waits, but returns early if the connection ends, so that nothing keeps the server from stopping. */
export function pause(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      response.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    response.once('close', end);
  });
}
