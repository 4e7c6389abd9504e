import { PROFILE_LIMITS, sameName } from '@shared/profiles/profile-rules';

/** The name itself when it is free among the profiles, else with the first free number: `Sandbox (2)`. */
export function freeName(wanted: string, profiles: readonly { readonly name: string }[]): string {
  const isFree = (name: string): boolean => !profiles.some((profile) => sameName(profile.name, name));
  if (isFree(wanted)) return wanted;
  const stem = wanted.replace(/ \(\d+\)$/, '');
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`;
    const name = stem.slice(0, PROFILE_LIMITS.nameLength - ending.length).trimEnd() + ending;
    if (isFree(name)) return name;
  }
}
