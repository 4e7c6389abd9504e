import { isLoopbackHost } from '../http/loopback';
import { BUILT_IN_PROFILE_IDS } from '../profiles/profile';
import { isSandboxDestination, parseDestination } from './sandbox-destination';

/**
 * True if a request can only be meant for the Local sandbox, whose cards are test cards, so that their security codes may be
 * kept. One that was composed there and now leads to another computer may hold the code of a real card.
 * @param profileId the profile that it was composed under.
 * @param destinationUrl empty if it has none, or none yet.
 */
export function hasTestCards(profileId: string, destinationUrl: string): boolean {
  if (profileId !== BUILT_IN_PROFILE_IDS.local) return false;
  if (destinationUrl.trim() === '' || isSandboxDestination(destinationUrl)) return true;
  return isLoopbackHost(parseDestination(destinationUrl)?.hostname ?? '');
}
