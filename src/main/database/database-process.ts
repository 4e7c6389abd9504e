/**
 * The database's process. A process and not a thread: over a text that is no UTF-8 libsql 0.5.29 aborts the process it is
 * in, and so does a crash of its C code. The key comes with the first question.
 */
import { serveParent } from '../processes/serve-parent';
import { DatabaseServer, type DatabaseAnswer, type DatabaseQuestion } from './protocol';

const server = new DatabaseServer();

serveParent<DatabaseQuestion, DatabaseAnswer>((question, reply) => reply(server.answer(question)));
