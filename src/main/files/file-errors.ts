/** True if the error says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** True if the error says that the name is taken. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === 'EEXIST';
}

/** The system's code for a failure; empty if the error has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
