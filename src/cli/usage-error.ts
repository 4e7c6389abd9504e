/** The command line is not understood; its message says what to type instead. */
export class UsageError extends Error {}
