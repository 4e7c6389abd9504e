import { workerConnection, type WorkerConnection } from '../../worker-rpc';

/** A worker in reserve for the next viewer: whoever reads one answer reads another, and a worker takes longer to start than to show its first rows. */
let spare: Worker | null = null;

function startWorker(): Worker {
  // Written like this, or the build takes it for a file to copy.
  return new Worker(new URL('../worker/json-worker.ts', import.meta.url), {
    type: 'module',
    name: 'json-view',
  });
}

/** A worker for one viewer; it ends with the viewer. */
export function connectViewerWorker(): WorkerConnection {
  const worker = spare ?? startWorker();
  spare = null;
  requestIdleCallback(() => (spare ??= startWorker()));
  return workerConnection(worker);
}
