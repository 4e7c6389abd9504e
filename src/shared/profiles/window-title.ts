import type { Profile } from './profile';

export const APP_NAME = 'Payments API Explorer';

/** The window's title: the active profile's name, preceded by PRODUCTION where a mistake would cost money. */
export function windowTitle(profile: Pick<Profile, 'name' | 'environment'> | null): string {
  if (profile === null) return APP_NAME;
  const warning = profile.environment === 'production' ? 'PRODUCTION · ' : '';
  return `${warning}${profile.name} · ${APP_NAME}`;
}
