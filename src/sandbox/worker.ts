import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { startSandbox } from './start-sandbox';

/** The ports that it had the last time, if there was one. */
const dataSchema = z.object({
  ports: z.object({ api: z.number(), http: z.number(), tls: z.number() }),
});

/**
 * The sandbox as a worker thread of the app. Posts `{ type: 'ready', description }` or `{ type: 'failed', message }`;
 * stops and ends at `{ type: 'stop' }`.
 */
async function run(): Promise<void> {
  const port = parentPort;
  if (!port)
    throw new Error('This file runs in a worker thread. To start the sandbox alone: npm run sandbox');
  const stopAsked = new Promise<void>((resolve) => {
    port.on('message', (message: unknown) => {
      if (typeof message === 'object' && message !== null && Reflect.get(message, 'type') === 'stop')
        resolve();
    });
  });
  try {
    const data = dataSchema.safeParse(workerData);
    const sandbox = await startSandbox(data.success ? { wantedPorts: data.data.ports } : {});
    port.postMessage({ type: 'ready', description: sandbox.description });
    await stopAsked;
    await sandbox.close();
  } catch (error) {
    port.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
  port.close();
}

void run();
