import type { HeaderList } from '../http/exchange';

/** A request that somebody else's tool wrote down, before it becomes one of ours. */
export interface ImportedRequest {
  readonly method: string;
  /** Absolute, as written. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | null;
  /** Names of headers that are secret though their names do not say so. */
  readonly secretHeaders?: readonly string[];
}

export interface Imported {
  readonly request: ImportedRequest;
  /** Sentences on what was left out or could not be taken over; they hold no values of the request. */
  readonly notes: readonly string[];
}
