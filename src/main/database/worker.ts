import { parentPort } from 'node:worker_threads';
import { DatabaseServer, type NumberedQuestion } from './protocol';

/** Entry of the database's thread. Only our own main thread asks here. */
const server = new DatabaseServer();
parentPort?.on('message', (question: NumberedQuestion) => {
  parentPort?.postMessage(server.answer(question));
});
