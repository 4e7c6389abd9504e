/**
 * The process that reads documents. A process and not a thread, as for large bodies: what a document makes of it (its size,
 * its rings, its patterns) cannot be interrupted in a thread, and memory that runs out there would take the app with it.
 */
import { setFlagsFromString } from 'node:v8';
import { serveParent } from '../processes/serve-parent';
import { DocumentServer } from './document-server';
import type { DocumentAnswer, DocumentQuestion } from './protocol';

const MAX_HEAP_MB = 1536;
setFlagsFromString(`--max-old-space-size=${MAX_HEAP_MB}`);

const server = new DocumentServer();

serveParent<DocumentQuestion, DocumentAnswer>((question, reply) => reply(server.answer(question)));
