/**
 * A write beyond the largest size that a file may have (`ulimit -f`) then fails with an error, as on a full disk.
 * Without a listener the system ends the process in the middle of a send. Node ignores the signal by itself; Electron
 * does not.
 */
export function outliveFileLimit(): void {
  process.on('SIGXFSZ', () => undefined);
}
