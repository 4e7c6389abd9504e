/**
 * The database's process. A process rather than a thread, because libsql 0.5.29 aborts its process over a text that
 * is not UTF-8, and a crash in its C code does the same. The key comes with the first question.
 */
import { collectGarbage } from '../processes/collect-garbage';
import { serveParent } from '../processes/serve-parent';
import { DatabaseServer, type DatabaseAnswer, type DatabaseQuestion } from './protocol';

const server = new DatabaseServer();

serveParent<DatabaseQuestion, DatabaseAnswer>((question, reply) => {
  const answer = server.answer(question);
  // libsql keeps a closed file open until its last statement is garbage-collected. If that file could only be read,
  // the next opening could not write either, because SQLite shares the memory of the log between both.
  if (question.kind === 'open' && (!answer.ok || question.moving !== null)) collectGarbage();
  reply(answer);
});
