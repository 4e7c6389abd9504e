import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { messageOf } from '@shared/text/message-of';
import { ProcessesOfMain } from './documents/processes-of-main';
import type { DocumentMessage } from './documents/protocol';
import { LatestNews } from './documents/latest-news';
import { startSandbox, type RunningSandbox } from './start-sandbox';

/** The ports of the last run, if there was one. */
const dataSchema = z.object({
  ports: z.object({ api: z.number(), http: z.number(), tls: z.number() }),
});

const orderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stop') }),
  z.object({ type: z.literal('serve'), id: z.string(), text: z.string() }),
  z.object({ type: z.literal('stop-serving'), id: z.string() }),
  z.object({ type: z.literal('process-said'), process: z.number(), message: z.unknown() }),
  z.object({ type: z.literal('process-ended'), process: z.number() }),
]);

/**
 * The sandbox as a worker thread of the app. Posts `{ type: 'ready', description }` or `{ type: 'failed', message }`;
 * stops and ends on `{ type: 'stop' }`. Between `serve` and `stop-serving` it answers from a document and posts the
 * document's state; main starts the processes for it.
 */
async function run(): Promise<void> {
  const port = parentPort;
  if (!port)
    throw new Error('This file runs in a worker thread. To start the sandbox alone: npm run sandbox');
  const processes = new ProcessesOfMain((order) => port.postMessage(order));
  const news = new LatestNews((state) => port.postMessage({ type: 'document', state }));
  let sandbox: RunningSandbox | null = null;
  const stopAsked = new Promise<void>((resolve) => {
    port.on('message', (message: unknown) => {
      const { data: order } = orderSchema.safeParse(message);
      if (order?.type === 'stop') resolve();
      else if (order?.type === 'serve') void sandbox?.documents.serve({ id: order.id, text: order.text });
      else if (order?.type === 'stop-serving') sandbox?.documents.stop(order.id);
      else if (order?.type === 'process-said')
        processes.said(order.process, order.message as DocumentMessage);
      else if (order?.type === 'process-ended') processes.ended(order.process);
    });
  });
  try {
    const data = dataSchema.safeParse(workerData);
    sandbox = await startSandbox({
      ...(data.success ? { wantedPorts: data.data.ports } : {}),
      startDocument: processes.start,
      documentChanged: news.tell,
    });
    port.postMessage({ type: 'ready', description: sandbox.description });
    await stopAsked;
    await sandbox.close();
  } catch (error) {
    port.postMessage({ type: 'failed', message: messageOf(error) });
  }
  port.close();
}

void run();
