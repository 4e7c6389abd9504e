import type { HeaderList } from '../http/exchange';

/** A request as another tool wrote it, before it becomes one of ours. */
export interface ImportedRequest {
  readonly method: string;
  /** Absolute, as written. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | null;
  /** Names of headers that are secret although their names do not say so. */
  readonly secretHeaders?: readonly string[];
}

export interface Imported {
  readonly request: ImportedRequest;
  /** Sentences about what was left out or could not be imported; they contain no values of the request. */
  readonly notes: readonly string[];
  /** What the request leaves open; its texts hold their markers until `escapeImported`. */
  readonly standIns?: readonly StandIn[];
}

/** What stands for something that the imported text does not hold: a file, or a value of the code around it. */
export interface StandIn {
  /** Letters and digits that the text does not hold: no encoding changes them, not even that of a host. */
  readonly marker: string;
  /** What the variable in its place is called, with a number if another is called so. */
  readonly name: string;
  /**
   * A sentence about it.
   * @param variable as it is written.
   * @param how what has to be said of the value, which begins with a comma, or nothing.
   */
  readonly note: (variable: string, how: string) => string;
}
