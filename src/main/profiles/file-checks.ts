import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { ProblemError } from '@shared/problem';
import { PROFILE_FIELDS, type ProfileDraft } from '@shared/profiles/profile-rules';
import { codeOf } from '@shared/text/code-of';
import { isGone } from '../files/file-errors';
import { isNetworkPath } from '../files/network-path';

/** The files that a profile names on this computer, each with its field. */
export function filesOf(draft: ProfileDraft): readonly { readonly field: string; readonly path: string }[] {
  return [
    { field: PROFILE_FIELDS.extraCaFile, path: draft.extraCaFile?.trim() ?? '' },
    { field: PROFILE_FIELDS.certificateFile, path: draft.clientCertificate?.certificateFile.trim() ?? '' },
    { field: PROFILE_FIELDS.keyFile, path: draft.clientCertificate?.keyFile.trim() ?? '' },
  ].filter(({ path }) => path !== '');
}

/**
 * Null if the file exists, otherwise why it cannot be used. A path to another computer is refused without touching
 * it.
 */
export async function unusableReason(path: string): Promise<string | null> {
  if (isNetworkPath(path)) return 'it is on another computer, or names a device';
  if (!isAbsolute(path)) return 'it is not a full path';
  try {
    return (await stat(path)).isFile() ? null : 'it is not a file';
  } catch (error) {
    return isGone(error) ? 'there is no such file' : `it cannot be reached (${codeOf(error)})`;
  }
}

/** Throws a `ProblemError` for the first file that does not exist. */
export async function checkFiles(draft: ProfileDraft): Promise<void> {
  for (const { field, path } of filesOf(draft)) {
    const why = await unusableReason(path);
    if (why === null) continue;
    throw new ProblemError({
      code: 'profile-file',
      title: `${field} cannot be used`,
      meaning: `"${path}": ${why}. Nothing was saved.`,
      nextStep: 'Choose a PEM file on this computer.',
      field,
      detail: null,
    });
  }
}
