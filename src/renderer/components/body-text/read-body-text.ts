import type { Body } from '@shared/http/exchange';
import { addressOfBody } from '../body-address';
import type { BodyTextAnswer, StoredText } from './body-text-worker';

/** Asks a worker that is started for one question. */
export type AskForText = (body: StoredText) => Promise<BodyTextAnswer>;

const askWorker: AskForText = (body) =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./body-text-worker.ts', import.meta.url), {
      type: 'module',
      name: 'body-text',
    });
    const settle = (answer: BodyTextAnswer): void => {
      worker.terminate();
      resolve(answer);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<BodyTextAnswer>) => settle(data));
    worker.addEventListener('error', () =>
      settle({ kind: 'failure', message: 'The body could not be read.' }),
    );
    worker.postMessage(body);
  });

/** The whole text of a stored body. The failure's message is meant for people. */
export function readBodyText(
  { bodyId, bytes }: Extract<Body, { kind: 'stored' }>,
  ask: AskForText = askWorker,
): Promise<BodyTextAnswer> {
  return ask({ address: addressOfBody(bodyId), bytes });
}
