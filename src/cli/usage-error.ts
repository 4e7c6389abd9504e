/** The command line was not understood; the message says what to type instead. */
export class UsageError extends Error {}
