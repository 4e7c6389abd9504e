/**
 * The side of a process that the app has started: takes what main sends, and answers with `reply`. It runs as an Electron
 * utility process, or forked by Node in tests, and ends when its channel closes, however main came to its end.
 * Only main can send there, so that the type of its messages is taken as given.
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
