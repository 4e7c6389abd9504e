/**
 * The process that reads one large body and ends. A process rather than a thread, because JSON.parse cannot be
 * interrupted in a thread, and a thread that runs out of memory takes the app with it.
 */
import { setFlagsFromString } from 'node:v8';
import { serveParent } from '../processes/serve-parent';
import type { FromReadingProcess, ToReadingProcess } from './protocol';
import { ReadingServer } from './reading-server';

/** Memory for parsing, in addition to the body itself. */
const MAX_HEAP_MB = 2048;
setFlagsFromString(`--max-old-space-size=${MAX_HEAP_MB}`);

const server = new ReadingServer();

serveParent<ToReadingProcess, FromReadingProcess>((message, reply) => reply(server.take(message)));
