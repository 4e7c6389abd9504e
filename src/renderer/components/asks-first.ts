import type { DatabaseState } from '@shared/app/database-state';
import type { Profile } from '@shared/profiles/profile';

/** Shown beside Send when main will ask before the draft goes out. */
export const ASKS_FIRST = 'Send asks first';

/**
 * Says that a draft was composed under a profile other than the active one, which main asks about; null when it was
 * not.
 */
export function composedElsewhere(
  profileId: string,
  { profiles, activeId }: { readonly profiles: readonly Profile[]; readonly activeId: string | null },
): string | null {
  if (profileId === activeId) return null;
  const name = profiles.find(({ id }) => id === profileId)?.name;
  return `It was composed under ${name ?? 'a profile that was deleted'}.`;
}

/**
 * Says that the history cannot be read, so it is not known whether the same request was sent before: main asks about
 * that, except on the built-in server.
 */
export function cannotBeChecked(
  state: DatabaseState,
  active: Pick<Profile, 'environment'> | null,
): string | null {
  if (state.kind !== 'session-only' || state.hidesKept !== true || active?.environment === 'local')
    return null;
  return 'The earlier history cannot be read: whether it went out before is not known.';
}
