import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';

/** A request to send, as somebody asked for it. */
export interface Order {
  /** UUID of the exchange to come: a new one, with nothing noted under it. */
  readonly id: string;
  readonly request: RequestSpec;
  /** As the person sees it. */
  readonly profile: Profile;
  /** The profile under which it was composed or recorded; null if it was made under this one, just now. */
  readonly composedUnder: string | null;
  readonly replayOf: string | null;
  /**
   * Values of a run, which take precedence over the profile's. Null for a request that goes out exactly as written:
   * one that nobody composed, or one that was sent before.
   */
  readonly variables: ReadonlyMap<string, string> | null;
  /** For a request that was sent before: how it was composed. */
  readonly composed?: RequestSpec | null;
  /**
   * Identifies the click when the request differs each time, so that the second half of a double click is refused.
   */
  readonly click?: string;
  /** The family of its draft, in the composer or on the API screen: the same for all copies of the draft. */
  readonly draftId?: string;
}
