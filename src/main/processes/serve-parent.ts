/**
 * Runs inside a process that the app has started: passes main's messages to `take`, which answers with `reply`. It
 * works in an Electron utility process, or in one forked by Node in tests, and ends when its channel closes, however
 * main ended. Only main can send messages, so their type is trusted.
 */
export function serveParent<Message, Answer>(
  take: (message: Message, reply: (answer: Answer) => void) => void,
): void {
  const parent: Electron.ParentPort | undefined = process.parentPort;
  if (parent) {
    parent.on('message', (event) => take(event.data, (answer) => parent.postMessage(answer)));
    return;
  }
  process.on('message', (message: Message) => take(message, (answer) => process.send?.(answer)));
  process.on('disconnect', () => process.exit());
}
