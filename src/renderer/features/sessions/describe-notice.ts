import type { ProfileStamp } from '@shared/profiles/profile';
import { shortenMiddle } from '@renderer/tools/shorten-middle';

/** Why a result is not what the form or the header now say; null when it is. */
export function describeNotice(
  foreignProfile: ProfileStamp | null,
  stale: boolean,
  sessionId: string,
): string | null {
  if (foreignProfile)
    return `From ${foreignProfile.name} (${foreignProfile.environment}), not the profile in use`;
  return stale ? `The ID in the field is another one; this is ${shortenMiddle(sessionId)}` : null;
}
