import { readDocument } from '@openapi/read-document';
import { messageOf } from '@shared/text/message-of';
import type { DocumentAnswer, DocumentMessage, DocumentQuestion } from './protocol';
import { ServedDocument } from './served-document';

/**
 * Each document has a process of its own, so that it can be killed when the document makes it hang, and nothing else
 * dies when it runs out of memory.
 */
let served: ServedDocument | null = null;

/** Present in Electron's utility processes; a process forked by Node has an IPC channel instead. */
const parent: Electron.ParentPort | undefined = process.parentPort;

function post(message: DocumentMessage): void {
  if (parent) parent.postMessage(message);
  else process.send?.(message);
}

function answerTo(question: DocumentQuestion): DocumentAnswer {
  switch (question.kind) {
    case 'load': {
      const reading = readDocument(question.text);
      if (reading.kind === 'refused') return { kind: 'unreadable', why: reading.why };
      const began = (operation: string): void => post({ kind: 'began', operation });
      served = new ServedDocument(reading.raw, new Set(question.suspended), began);
      const { title, version } = reading.content;
      const operations = served.operations.map(({ method, path }) => `${method} ${path}`);
      return { kind: 'loaded', title, version, operations };
    }
    case 'request':
      return served === null
        ? { kind: 'failed', why: 'no document' }
        : { kind: 'reply', reply: served.reply(question.request) };
    case 'check':
      return served === null
        ? { kind: 'failed', why: 'no document' }
        : { kind: 'checked', checked: served.check(question.index) };
  }
}

function take(question: DocumentQuestion): void {
  try {
    post(answerTo(question));
  } catch (error) {
    post({ kind: 'failed', why: messageOf(error) });
  }
}

if (parent) parent.on('message', ({ data }) => take(data));
else process.on('message', take).on('disconnect', () => process.exit());
