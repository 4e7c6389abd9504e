import { workerConnection, type WorkerConnection } from '../../worker-rpc';

/** Starts a worker of its own for one viewer; it ends with the viewer. */
export function connectViewerWorker(): WorkerConnection {
  const url = new URL('../worker/json-worker.ts', import.meta.url);
  return workerConnection(new Worker(url, { type: 'module', name: 'json-view' }));
}
