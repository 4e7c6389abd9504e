/** The exit codes of all commands. */
export const EXIT = {
  done: 0,
  /** A bug, or a failure on this computer, such as in the keychain or on the disk. */
  failed: 1,
  usage: 2,
  /** The service, or a guard of the app, said no. */
  refused: 3,
  notFound: 4,
  /** There was no complete answer, or one that does not say whether the request was carried out, such as a 504. */
  unknown: 5,
  /** For a run: an answer was not as expected. */
  unmet: 6,
  /** Ctrl+C, as shells report it. */
  interrupted: 130,
} as const;

/** The codes in words, for `--help`, the man page and the table of docs/command-line.md. */
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

/** From the least to the most serious: of several, the most serious counts. */
const GRAVITY: readonly ExitCode[] = [
  EXIT.done,
  EXIT.notFound,
  EXIT.unmet,
  EXIT.refused,
  EXIT.failed,
  // Anyone who sends the whole run again, as is safe if it never reached the service, could charge a card twice.
  EXIT.unknown,
  EXIT.usage,
  EXIT.interrupted,
];

export function gravest(codes: readonly ExitCode[]): ExitCode {
  return GRAVITY[Math.max(0, ...codes.map((code) => GRAVITY.indexOf(code)))] ?? EXIT.failed;
}

/** The exit code for a refusal by the app: bugs and keychain problems are failures on this computer. */
export function exitOfProblem(code: string): ExitCode {
  const isLocalFailure =
    ['defect', 'bad-arguments', 'kept-unread', 'saved-request-not-read'].includes(code) ||
    code.startsWith('keychain-');
  if (isLocalFailure) return EXIT.failed;
  return code === 'history-entry-gone' ? EXIT.notFound : EXIT.refused;
}
