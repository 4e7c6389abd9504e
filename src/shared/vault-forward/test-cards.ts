import { isLoopbackHost } from '../http/loopback';
import { BUILT_IN_PROFILE_IDS } from '../profiles/profile';
import { isSandboxDestination, parseDestination } from './sandbox-destination';

/** Where a request would go at the moment at which it is kept. */
export interface WayOfRequest {
  /** The id of the profile that it was composed under. */
  readonly composedUnder: string;
  /** The id of the active profile, whose service it would be sent to; null if unknown. */
  readonly activeId: string | null;
  /** Of a Vault Forward; empty if it has none yet, and for any other request. */
  readonly destinationUrl: string;
}

/**
 * True if a request can only be meant for the Local sandbox, whose cards are test cards, so that their security codes may be
 * kept. One that was composed there and now goes to another service, or leads to another computer, may hold the code of a
 * real card.
 */
export function hasTestCards({ composedUnder, activeId, destinationUrl }: WayOfRequest): boolean {
  const { local } = BUILT_IN_PROFILE_IDS;
  if (composedUnder !== local || activeId !== local) return false;
  if (destinationUrl.trim() === '' || isSandboxDestination(destinationUrl)) return true;
  return isLoopbackHost(parseDestination(destinationUrl)?.hostname ?? '');
}
