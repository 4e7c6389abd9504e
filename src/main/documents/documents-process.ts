/**
 * The process that reads documents. As for large bodies, a process rather than a thread: in a thread, reading a
 * document could not be interrupted, however large or circular it is or slow its patterns are, and running out of
 * memory would take the app with it.
 */
import { setFlagsFromString } from 'node:v8';
import { serveParent } from '../processes/serve-parent';
import { DocumentServer } from './document-server';
import type { DocumentAnswer, DocumentQuestion, DocumentsStarted } from './protocol';

const MAX_HEAP_MB = 1536;
setFlagsFromString(`--max-old-space-size=${MAX_HEAP_MB}`);

const server = new DocumentServer();

serveParent<DocumentQuestion, DocumentAnswer | DocumentsStarted>(
  (question, reply) => reply(server.answer(question)),
  { kind: 'started' },
);
