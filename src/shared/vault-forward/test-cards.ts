import { isLoopbackHost } from '../http/loopback';
import { BUILT_IN_PROFILE_IDS } from '../profiles/profile';
import { isSandboxDestination, parseDestination } from './sandbox-destination';

/** Where a request that is about to be kept may go, and where its contents may come from. */
export interface WayOfRequest {
  /** The id of the profile under which it was composed. */
  readonly composedUnder: string;
  /** True if only the Local sandbox has been active in this run (`ProfileStore.wasOnlyLocal`). */
  readonly wasOnlyLocal: boolean;
  /** Of a Vault Forward; empty if it has none yet, and for any other request. */
  readonly destinationUrl: string;
}

/**
 * True if a request can only be meant for the Local sandbox, whose cards are test cards, so that their security codes
 * may be kept. A request that goes to another service, or leads to another computer, may contain the code of a real
 * card. So may any request once another profile has been active: a code typed then may be in a copy, or may arrive
 * only after the switch back.
 */
export function hasTestCards({ composedUnder, wasOnlyLocal, destinationUrl }: WayOfRequest): boolean {
  if (composedUnder !== BUILT_IN_PROFILE_IDS.local || !wasOnlyLocal) return false;
  if (destinationUrl.trim() === '' || isSandboxDestination(destinationUrl)) return true;
  return isLoopbackHost(parseDestination(destinationUrl)?.hostname ?? '');
}
