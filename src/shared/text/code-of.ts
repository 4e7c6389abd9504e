/** The system's code for a failure, such as `ENOENT`; empty if the error has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
