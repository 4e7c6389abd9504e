import type { ProfileStamp } from '@shared/profiles/profile';

/** Says that something came from a profile other than the active one; null when it did not. */
export function noticeOfForeign(
  { id, name, environment }: Pick<ProfileStamp, 'id' | 'name' | 'environment'>,
  activeId: string | null,
): string | null {
  return id === activeId ? null : `From ${name} (${environment}), not the profile in use`;
}
