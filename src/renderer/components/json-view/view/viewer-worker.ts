import { workerConnection, type WorkerConnection } from '../../worker-rpc';

/** Starts a worker of its own for one viewer; it ends with the viewer. */
export function connectViewerWorker(): WorkerConnection {
  return workerConnection(
    // Written like this, or the build takes it for a file to copy.
    new Worker(new URL('../worker/json-worker.ts', import.meta.url), { type: 'module', name: 'json-view' }),
  );
}
