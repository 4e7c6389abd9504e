import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strangeFields } from '@main/profiles/profile-schema';
import { ProfileStore } from '@main/profiles/profile-store';
import { fieldOf, listFieldOf } from '@shared/json/unknown-fields';
import type { Profile } from '@shared/profiles/profile';
import type { GivenOptions } from './program';
import { say } from './say';
import { UsageError } from './usage-error';

/**
 * The profile of this run: the one that was named, otherwise the active one of the app. Throws a `UsageError` if it
 * does not exist, or if production was agreed to for another one; an `Error` if the profiles cannot be read.
 */
export async function findProfile(
  folder: string,
  { profile: wanted, yesProduction }: Pick<GivenOptions, 'profile' | 'yesProduction'>,
  tell: (words: string) => void = say,
): Promise<Profile> {
  const path = join(folder, 'profiles.json');
  const store = new ProfileStore({
    path,
    announce: () => undefined,
    leavesDamaged: true,
  });
  const { profiles, activeId, notice } = await store.describe();
  // The profiles that replace an unusable file are not the ones that the person meant.
  if (notice !== null) throw new Error(`${notice} Nothing was sent.`);
  const found =
    wanted === undefined
      ? profiles.find(({ id }) => id === activeId)
      : (profiles.find(({ id }) => id === wanted) ?? ofName(profiles, wanted));
  if (found === undefined)
    throw new UsageError(
      `There is no profile "${wanted ?? activeId}". There are: ${profiles.map(({ name }) => name).join(', ')}.`,
    );
  if (yesProduction !== undefined && yesProduction !== found.name)
    throw new UsageError(
      `--yes-production names "${yesProduction}", and this would be sent as "${found.name}". Nothing was sent.`,
    );
  const strange = strangeFields(await asWritten(path, found.id));
  if (strange !== null)
    tell(
      `${path}: the profile "${found.name}" has ${strange}, which is not a field of a profile: it is ignored.`,
    );
  return found;
}

/**
 * The profile as it is written in the file; undefined if there is no file, in which case the profiles are those of the
 * first start.
 */
async function asWritten(path: string, id: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => 'null');
  const file: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  return listFieldOf(fieldOf(file, 'content'), 'profiles').find((one) => fieldOf(one, 'id') === id);
}

/**
 * The profile with that name, ignoring case unless one matches exactly. Throws a `UsageError` if several have the name,
 * as in a file written by hand.
 */
function ofName(profiles: readonly Profile[], wanted: string): Profile | undefined {
  const exact = profiles.filter(({ name }) => name === wanted);
  const found =
    exact.length > 0 ? exact : profiles.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [only, another] = found;
  if (another === undefined) return only;
  throw new UsageError(
    `Several profiles are called "${wanted}". Name one by its id: ${found.map(({ id }) => id).join(', ')}. Nothing was sent.`,
  );
}
