/**
 * The database's process. A process and not a thread: over a text that is no UTF-8 libsql 0.5.29 aborts the process it is
 * in, and so does a crash of its C code. The key comes with the first question.
 */
import { collectGarbage } from '../processes/collect-garbage';
import { serveParent } from '../processes/serve-parent';
import { DatabaseServer, type DatabaseAnswer, type DatabaseQuestion } from './protocol';

const server = new DatabaseServer();

serveParent<DatabaseQuestion, DatabaseAnswer>((question, reply) => {
  const answer = server.answer(question);
  // libsql keeps a closed file open until the last statement of it is collected. One that could only be read would keep the
  // next opening from writing, as SQLite shares the memory of the log between both.
  if (question.kind === 'open' && (!answer.ok || question.moving !== null)) collectGarbage();
  reply(answer);
});
