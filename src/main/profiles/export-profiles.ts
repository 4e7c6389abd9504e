import type { ExportedCredential } from '@shared/bridge/profiles';
import type { CredentialState } from '@shared/profiles/credential';
import type { ProfileStore } from './profile-store';

/** Marks our files; `version` is the version of the entries' shape. */
export const EXPORT_FORMAT = 'payments-api-explorer-profiles';
export const EXPORT_VERSION = 1;

/**
 * The profiles as JSON, without ids and secrets. `credential` says which kind of secret each one needs.
 * @param profileIds unknown ids and the Local sandbox are left out.
 */
export async function exportProfiles(
  profileIds: readonly string[],
  profiles: Pick<ProfileStore, 'describe'>,
  describeCredential: (profileId: string) => Promise<CredentialState>,
): Promise<string> {
  const { profiles: all } = await profiles.describe();
  const entries = [];
  for (const { id, ...draft } of all) {
    if (draft.environment === 'local' || !profileIds.includes(id)) continue;
    entries.push({ ...draft, credential: kindOf(await describeCredential(id)) });
  }
  return `${JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION, profiles: entries }, null, 2)}\n`;
}

function kindOf(state: CredentialState): ExportedCredential {
  return state.kind === 'unavailable' ? 'unknown' : state.kind;
}
