import type { EntrySummary, Summarised } from '../history/entry-summary';

/**
 * What an operation is to the people who use it, in every process: history, saved requests, replay and export ask
 * this module instead of knowing operations by name.
 */
export interface OperationModule {
  /** What its requests are called: `Session`. */
  readonly name: string;
  /**
   * What a request is about, for a list, without what every row repeats: a session's id, `POST psp.example/charges`.
   * @param path below the base URL, with the query, encoded.
   * @param destination method and URL that Vault Forward is asked to call; null for other operations.
   * @param method of the request, for an operation that does not fix it.
   */
  subject(path: string, destination: string | null, method: string): string;
  /** The screen where its requests are made, as named by the button that leads there. */
  readonly openLabel: string;
  /** What a list shows of an exchange besides its subject; null if there is nothing to show. */
  readonly summary?: (exchange: Summarised) => EntrySummary | null;
}
