import type { Profile } from '@shared/profiles/profile';

/** Said beside Send where main will ask before the draft goes out. */
export const ASKS_FIRST = 'Send asks first';

/** That a draft was composed under another profile than the one in use: main asks then. */
export function composedElsewhere(
  profileId: string,
  { profiles, activeId }: { readonly profiles: readonly Profile[]; readonly activeId: string | null },
): string | null {
  if (profileId === activeId) return null;
  const name = profiles.find(({ id }) => id === profileId)?.name;
  return `It was composed under ${name ?? 'a profile that was deleted'}.`;
}
