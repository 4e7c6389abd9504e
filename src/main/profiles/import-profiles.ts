import { z } from 'zod';
import type { ExportedCredential, ProfilesImport } from '@shared/bridge/profiles';
import { parseJson } from '@shared/json/parse-json';
import { ProblemError } from '@shared/problem';
import { readProfileDraft, type ProfileDraft } from '@shared/profiles/profile-rules';
import { EXPORT_FORMAT, EXPORT_VERSION } from './export-profiles';
import { visible } from '../guards/visible';
import { describeShape } from '../files/describe-issue';
import { isNetworkPath } from '../files/network-path';
import { filesOf, unusableReason } from './file-checks';
import { nameOfEntry, profileDraftSchema, strangeFields } from './profile-schema';
import type { ProfileService } from './profile-service';

const fileSchema = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.number(),
  profiles: z.array(z.unknown()).max(500),
});
const credentialSchema = z.object({ credential: z.enum(['none', 'token', 'signing-key', 'unknown']) });

interface Entry {
  readonly draft: ProfileDraft;
  readonly credential: ExportedCredential;
  readonly ways: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Adds the profiles from an exported file. Each gets a new id, so that it cannot inherit a secret that is already in
 * the keychain; production profiles start read-only. An entry that is not a usable profile is refused on its own,
 * with the reason. Throws a `ProblemError` if the text is not such a file at all.
 */
export async function importProfiles(text: string, profiles: ProfileService): Promise<ProfilesImport> {
  const refused: { name: string; why: string }[] = [];
  const entries: Entry[] = [];
  for (const [index, value] of readFile(text).entries()) {
    const entry = await readEntry(value);
    if (typeof entry === 'string') refused.push({ name: nameOfEntry(value, index), why: entry });
    else entries.push(entry);
  }
  const added: { profileId: string; name: string }[] = [];
  const state = await profiles.addAll(
    entries.map(({ draft }) => draft),
    ({ id, name }) => added.push({ profileId: id, name }),
  );
  const imported = entries.flatMap(({ draft, credential, ways, warnings }, index) => {
    const profile = added[index];
    return profile
      ? [
          {
            ...profile,
            renamedFrom: profile.name === draft.name ? null : draft.name,
            credential,
            ways,
            warnings,
          },
        ]
      : [];
  });
  return { state, imported, refused };
}

function readFile(text: string): readonly unknown[] {
  const json = parseJson(text.replace(/^\ufeff/, ''));
  if (json === undefined) throw unknownFileProblem('It is not JSON.');
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) throw unknownFileProblem('It was not exported by this app.');
  if (parsed.data.version !== EXPORT_VERSION)
    throw unknownFileProblem(`Its version ${parsed.data.version} is unknown to this app.`);
  return parsed.data.profiles;
}

/** The entry, or the reason why it cannot be used. */
async function readEntry(value: unknown): Promise<Entry | string> {
  const parsed = profileDraftSchema.safeParse(value);
  if (!parsed.success) return `Its shape is wrong (${describeShape(parsed.error)}).`;
  const reading = readProfileDraft(parsed.data, [], false);
  if (!reading.ok) return reading.problems.map(({ title, meaning }) => `${title}. ${meaning}`).join(' ');
  const strange = strangeFields(value);
  const warnings = strange === null ? [] : [visible(`A profile has no field ${strange}: it was left out.`)];
  for (const { field, path } of filesOf(reading.draft)) {
    if (isNetworkPath(path)) return `${field}: "${path}" is on another computer, or names a device.`;
    const why = await unusableReason(path);
    if (why !== null) warnings.push(`${field}: "${path}" cannot be used on this computer: ${why}.`);
  }
  const credential = credentialSchema.safeParse(value);
  return {
    draft: reading.draft,
    ways: waysOf(reading.draft),
    credential: credential.success ? credential.data.credential : 'unknown',
    warnings,
  };
}

/**
 * Who else could read or answer what goes to the service, listed for each imported profile before it is used. The
 * person is not asked: an import brings no secret with it, and entering one is a separate step after seeing this.
 */
function waysOf({ proxy, extraCaFile, clientCertificate }: ProfileDraft): string[] {
  return [
    ...(proxy.kind === 'manual' ? [`Everything goes through the proxy ${proxy.url}.`] : []),
    ...(extraCaFile === null ? [] : [`It trusts the certificates of ${extraCaFile}.`]),
    ...(clientCertificate === null
      ? []
      : [`It shows the client certificate ${clientCertificate.certificateFile}.`]),
  ];
}

function unknownFileProblem(why: string): ProblemError {
  return new ProblemError({
    code: 'not-a-profiles-file',
    title: 'No profiles were imported',
    meaning: `This is not a file of exported profiles. ${why} Nothing was changed.`,
    nextStep: 'Choose a file that Export wrote.',
    detail: null,
  });
}
