/**
 * The process that reads one large body and ends. A process and not a thread: JSON.parse cannot be interrupted in a
 * thread, and a thread that runs out of memory takes the app with it. It runs as an Electron utility process, or forked
 * by Node in tests.
 */
import { setFlagsFromString } from 'node:v8';
import type { FromReadingProcess, ToReadingProcess } from './protocol';
import { ReadingServer } from './reading-server';

/** What parsing may take beside the body itself. */
const MAX_HEAP_MB = 2048;
setFlagsFromString(`--max-old-space-size=${MAX_HEAP_MB}`);

const server = new ReadingServer();

/** Only main can send here, so that the type of its messages is taken as given. */
function serve(reply: (message: FromReadingProcess) => void): (message: ToReadingProcess) => void {
  return (message) => reply(server.take(message));
}

const parent: Electron.ParentPort | undefined = process.parentPort;
if (parent) {
  const take = serve((message) => parent.postMessage(message));
  parent.on('message', (event) => take(event.data));
} else {
  process.on(
    'message',
    serve((message) => process.send?.(message)),
  );
  process.on('disconnect', () => process.exit());
}
