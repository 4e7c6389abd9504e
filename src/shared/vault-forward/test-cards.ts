import { isLoopbackHost } from '../http/loopback';
import { BUILT_IN_PROFILE_IDS } from '../profiles/profile';
import { isSandboxDestination, parseDestination } from './sandbox-destination';

/** Where a request may go that is about to be kept, and where what is in it may come from. */
export interface WayOfRequest {
  /** The id of the profile that it was composed under. */
  readonly composedUnder: string;
  /** True if no profile but the Local sandbox has been active in this run (`ProfileStore.wasOnlyLocal`). */
  readonly wasOnlyLocal: boolean;
  /** Of a Vault Forward; empty if it has none yet, and for any other request. */
  readonly destinationUrl: string;
}

/**
 * True if a request can only be meant for the Local sandbox, whose cards are test cards, so that their security codes may be
 * kept. One that goes to another service, or leads to another computer, may hold the code of a real card. So may any once
 * another profile has been active: a code that was typed then may be in a copy, or come only after the switch back.
 */
export function hasTestCards({ composedUnder, wasOnlyLocal, destinationUrl }: WayOfRequest): boolean {
  if (composedUnder !== BUILT_IN_PROFILE_IDS.local || !wasOnlyLocal) return false;
  if (destinationUrl.trim() === '' || isSandboxDestination(destinationUrl)) return true;
  return isLoopbackHost(parseDestination(destinationUrl)?.hostname ?? '');
}
