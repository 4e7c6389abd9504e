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
}
