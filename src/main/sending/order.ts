import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';

/** A request as somebody asks for it to be sent. */
export interface Order {
  /** UUID of the exchange that comes of it: a new one, under which nothing was ever noted. */
  readonly id: string;
  readonly request: RequestSpec;
  /** As the person sees it. */
  readonly profile: Profile;
  /** The profile under which it was composed or recorded; null when it is made on this one, here and now. */
  readonly composedUnder: string | null;
  readonly replayOf: string | null;
  /**
   * Values of a run, which go before the profile's; null for a request that goes out as it is written: one that nobody
   * composed, and one that was sent before.
   */
  readonly variables: ReadonlyMap<string, string> | null;
  /** Of one that was sent before: what it was composed as. */
  readonly composed?: RequestSpec | null;
  /** Stands for the click, where the request is another one each time: of a double click the second one is refused by it. */
  readonly click?: string;
  /** The draft that it comes from, of the composer or of the API screen; of copies, what they have in common. */
  readonly draftId?: string;
}
