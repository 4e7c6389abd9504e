/** What every command ends with. */
export const EXIT = {
  done: 0,
  /** A defect, or something of this computer: the keychain, the disk. */
  failed: 1,
  usage: 2,
  /** The service, or a guard of ours, said no. */
  refused: 3,
  notFound: 4,
  /** No whole answer, or one that does not say whether it was carried out, as a 504. */
  unknown: 5,
  /** Of a run: an answer was not as expected. */
  unmet: 6,
  /** Ctrl+C, as shells know it. */
  interrupted: 130,
} as const;

/** As `--help`, the man page and the table of docs/command-line.md say it. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [EXIT.done, 'done; for sessions: found; for a run: every answer was as expected'],
  [EXIT.failed, 'something failed on this computer, such as its keychain, or nothing could be reached'],
  [EXIT.usage, 'the command line was not understood, or a file or folder that it names cannot be opened'],
  [EXIT.refused, 'the service, or a guard of the app, said no; for a run: with 401 or 403'],
  [EXIT.notFound, 'not found; for sessions also: an entry of standard input is not an ID'],
  [
    EXIT.unknown,
    'no complete answer or, for anything that does more than read, one such as 504: it may have been carried out',
  ],
  [EXIT.unmet, 'for a run: any other answer was not as expected'],
  [EXIT.interrupted, 'interrupted'],
];

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The gravest of several, as the order of these says. */
const GRAVITY: readonly ExitCode[] = [
  EXIT.done,
  EXIT.notFound,
  EXIT.unmet,
  EXIT.refused,
  EXIT.failed,
  // Whoever sends the whole run again, as what reached nobody may be, could charge twice.
  EXIT.unknown,
  EXIT.usage,
  EXIT.interrupted,
];

export function gravest(codes: readonly ExitCode[]): ExitCode {
  return GRAVITY[Math.max(0, ...codes.map((code) => GRAVITY.indexOf(code)))] ?? EXIT.failed;
}

/** Of what the app says no to: a defect and the keychain are of this computer. */
export function exitOfProblem(code: string): ExitCode {
  const isOfHere =
    ['defect', 'bad-arguments', 'kept-unread', 'saved-request-not-read'].includes(code) ||
    code.startsWith('keychain-');
  if (isOfHere) return EXIT.failed;
  return code === 'history-entry-gone' ? EXIT.notFound : EXIT.refused;
}
