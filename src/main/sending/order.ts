import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';

/** A request to send, as somebody asked for it. */
export interface Order {
  /** UUID of the exchange that will result: a new one, under which nothing was ever noted. */
  readonly id: string;
  readonly request: RequestSpec;
  /** As the person sees it. */
  readonly profile: Profile;
  /** The profile under which it was composed or recorded; null if it was made on this one, here and now. */
  readonly composedUnder: string | null;
  readonly replayOf: string | null;
  /**
   * Values of a run, which take precedence over the profile's. Null for a request that goes out as it is written: one
   * that nobody composed, or one that was sent before.
   */
  readonly variables: ReadonlyMap<string, string> | null;
  /** For a request that was sent before: how it was composed. */
  readonly composed?: RequestSpec | null;
  /** Identifies the click if the request differs each time, so that the second half of a double click is refused. */
  readonly click?: string;
  /**
   * The family of the draft that it comes from, in the composer or on the API screen: the same for all copies of the
   * draft.
   */
  readonly draftId?: string;
}
