import type { RouteLocationRaw } from 'vue-router';
import type { Profile } from '@shared/profiles/profile';

/** Where the values of a profile's variables are entered. */
export function variablesOf({ id }: Profile): RouteLocationRaw {
  return { name: 'profiles', params: { profileId: id }, hash: '#variables' };
}
