import type { ProfileStamp } from '@shared/profiles/profile';

/** Where rows are from, and when they were read. */
export interface ExportOrigin {
  readonly profile: Pick<ProfileStamp, 'name' | 'environment'>;
  readonly readAt: Date;
}

/** Main accepts names of at most 121 characters. */
const MAX_PART = 40;

/**
 * The suggested name of a file, without extension, with the environment unless the profile's name already says it:
 * `sessions-shop-production-2026-11-29T12-30Z`.
 */
export function exportName(what: string, { profile, readAt }: ExportOrigin): string {
  const name = words(profile.name);
  const saysIt = name.split('-').includes(profile.environment);
  const time = `${readAt.toISOString().slice(0, 16).replace(':', '-')}Z`;
  return [words(what), name, saysIt ? '' : profile.environment, time].filter((part) => part !== '').join('-');
}

/** Only what every file system takes: letters and digits, joined by dashes. */
function words(text: string): string {
  const parts =
    text
      .toLowerCase()
      .replace(/,/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...parts.join('-')].slice(0, MAX_PART).join('').replace(/-$/, '');
}
