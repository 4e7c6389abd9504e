import { isDeepStrictEqual } from 'node:util';
import type { ExportedCredential } from '@shared/bridge/profiles';
import { MASKED } from '@shared/http/exchange';
import type { CredentialState } from '@shared/profiles/credential';
import { looksLikeToken } from '@shared/profiles/looks-like-token';
import type { ProfileDraft } from '@shared/profiles/profile-rules';
import { mayBeSecret } from '@shared/profiles/variable-rules';
import { maskerFor } from '../secrets/secrets';
import type { ProfileStore } from './profile-store';

/** Marks our files; `version` is the version of the entries' shape. */
export const EXPORT_FORMAT = 'payments-api-explorer-profiles';
export const EXPORT_VERSION = 1;

export interface ProfileExportServices {
  readonly profiles: Pick<ProfileStore, 'describe'>;
  readonly describeCredential: (profileId: string) => Promise<CredentialState>;
  /** Every secret that must not be in a file. */
  readonly known: () => Promise<readonly string[]>;
}

/**
 * The profiles as JSON, without ids and secrets, and the names of those in which a secret was masked, because it was
 * pasted into a field for something else. `credential` says which kind of secret each one needs.
 * @param profileIds unknown ids and the Local sandbox are left out.
 */
export async function exportProfiles(
  profileIds: readonly string[],
  { profiles, describeCredential, known }: ProfileExportServices,
): Promise<{ readonly text: string; readonly masked: readonly string[] }> {
  const { profiles: all } = await profiles.describe();
  const secrets = await known();
  const entries = [];
  const masked: string[] = [];
  for (const { id, ...draft } of all) {
    if (draft.environment === 'local' || !profileIds.includes(id)) continue;
    const plain = withoutSecrets(draft, secrets);
    if (!isDeepStrictEqual(plain, draft)) masked.push(plain.name);
    entries.push({ ...plain, credential: kindOf(await describeCredential(id)) });
  }
  const text = JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION, profiles: entries }, null, 2);
  return { text: `${text}\n`, masked };
}

/**
 * The profile with these secrets masked, but only in what is typed: one may be the same word as the kind of an
 * environment or of a proxy. A variable that may be a secret is masked, too: what is sent needs its value first.
 */
export function withoutSecrets<Of extends ProfileDraft>(profile: Of, secrets: readonly string[]): Of {
  const { text } = maskerFor(secrets);
  const { name, baseUrl, merchantAccountId, proxy, variables } = profile;
  return {
    ...profile,
    name: text(name),
    baseUrl: baseUrl && text(baseUrl),
    merchantAccountId: merchantAccountId && text(merchantAccountId),
    proxy: proxy.kind === 'manual' ? { ...proxy, url: text(proxy.url) } : proxy,
    variables: variables.map((variable) => ({
      ...variable,
      value: mayBeSecret(variable) || looksLikeToken(variable.value) ? MASKED : text(variable.value),
    })),
  };
}

function kindOf(state: CredentialState): ExportedCredential {
  return state.kind === 'unavailable' ? 'unknown' : state.kind;
}
