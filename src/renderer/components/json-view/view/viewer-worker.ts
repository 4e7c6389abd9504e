import { workerConnection, type WorkerConnection } from '../../worker-rpc';

/**
 * A spare worker for the next viewer: people who read one answer soon read another, and a worker takes longer to start
 * than to show its first rows.
 */
let spare: Worker | null = null;

function startWorker(): Worker {
  // The build needs exactly this form; otherwise it would treat the file as one to copy.
  return new Worker(new URL('../worker/json-worker.ts', import.meta.url), {
    type: 'module',
    name: 'json-view',
  });
}

/** A worker for one viewer, which ends with it. */
export function connectViewerWorker(): WorkerConnection {
  const worker = spare ?? startWorker();
  spare = null;
  requestIdleCallback(() => (spare ??= startWorker()));
  return workerConnection(worker);
}
