import type { Profile } from '@shared/profiles/profile';

/** Said of what a Send brought under another profile than the one in use; null when it is the same. */
export function noticeOfForeign(
  { id, name, environment }: Pick<Profile, 'id' | 'name' | 'environment'>,
  activeId: string | null,
): string | null {
  return id === activeId ? null : `From another profile: ${name} (${environment})`;
}
