import { outliveFileLimit } from './outlive-file-limit';

/**
 * Runs inside a process that the app has started: passes main's messages to `take`, which answers with `reply`. It
 * works in an Electron utility process, or in one forked by Node in tests, and ends when its channel closes, however
 * main ended. Only main can send messages, so their type is trusted.
 * @param hello sent to main first, before any answer.
 */
export function serveParent<Message, Answer>(
  take: (message: Message, reply: (answer: Answer) => void) => void,
  hello?: Answer,
): void {
  outliveFileLimit();
  const parent: Electron.ParentPort | undefined = process.parentPort;
  if (parent) {
    if (hello !== undefined) parent.postMessage(hello);
    parent.on('message', (event) => take(event.data, (answer) => parent.postMessage(answer)));
    return;
  }
  if (hello !== undefined) process.send?.(hello);
  process.on('message', (message: Message) => take(message, (answer) => process.send?.(answer)));
  process.on('disconnect', () => process.exit());
}
