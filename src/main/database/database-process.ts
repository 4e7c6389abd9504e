/**
 * The database's process. It is a process and not a thread, because libsql 0.5.29 aborts the process it is in over a
 * text that is not UTF-8, and so does a crash of its C code. The key comes with the first question.
 */
import { collectGarbage } from '../processes/collect-garbage';
import { serveParent } from '../processes/serve-parent';
import { DatabaseServer, type DatabaseAnswer, type DatabaseQuestion } from './protocol';

const server = new DatabaseServer();

serveParent<DatabaseQuestion, DatabaseAnswer>((question, reply) => {
  const answer = server.answer(question);
  // libsql keeps a closed file open until its last statement is garbage-collected. A file that could only be read would
  // keep the next opening from writing, as SQLite shares the memory of the log between both.
  if (question.kind === 'open' && (!answer.ok || question.moving !== null)) collectGarbage();
  reply(answer);
});
