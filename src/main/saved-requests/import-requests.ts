import { ProblemError } from '@shared/problem';
import { BUILT_IN_PROFILE_IDS, type Profile } from '@shared/profiles/profile';
import type { RequestsImport, SavedRequest } from '@shared/requests/saved-requests';
import { secretIdOf } from '@shared/secrets/secret-reference';
import { emptySecretsOf, mapRows, rowsOf, typedSecretsOf, type SavedContent } from './content-rows';
import { toFileRequest } from './file-request';
import type { FoundRequest } from './request-folder';
import type { RequestStore } from './request-store';
import { yieldRegularly } from './yield-regularly';
import {
  forgetUnused,
  secretsLeft,
  storeSecrets,
  withRollback,
  type SecretServices,
  type StoredSecrets,
} from './store-secrets';

export interface ImportServices extends SecretServices {
  readonly store: Pick<RequestStore, 'all' | 'putAll' | 'rootOf'>;
}

/**
 * Imports requests. One whose id is known already is replaced if it differs, and goes on using the secrets of its
 * headers. Secrets that were typed into a file go to the keychain and are pointed out. New requests belong to the
 * active profile, because nobody has looked at them under another one yet.
 */
export async function importFound(
  found: readonly FoundRequest[],
  profile: Profile,
  services: ImportServices,
): Promise<Omit<RequestsImport, 'collections'>> {
  const { store } = services;
  const known = new Map((await store.all()).map((request) => [request.id, request]));
  const taken = new Set<string>();
  const changed: SavedRequest[] = [];
  const added: string[] = [];
  const replaced: string[] = [];
  const refused: { file: string; why: string }[] = [];
  const notes: string[] = [];
  const kept: string[] = [];
  const left: string[] = [];
  const secretsToEnter = new Set<string>();
  let unchanged = 0;
  const isLocal = profile.id === BUILT_IN_PROFILE_IDS.local;
  const pause = yieldRegularly();
  for (const { file, read, keepsExpectations = false } of found) {
    await pause();
    if (!read.ok) {
      refused.push({ file, why: read.why });
      continue;
    }
    if (taken.has(read.request.id)) {
      refused.push({ file, why: 'Another file has a request of the same id.' });
      continue;
    }
    const before = known.get(read.request.id);
    taken.add(read.request.id);
    const secured = await withRollback(kept, services.references, async () =>
      secureFound(
        {
          ...read.request,
          profileId: before?.profileId ?? profile.id,
          familyId: before?.familyId,
          // A request in a folder on disk stays in its file.
          ...(before !== undefined && (await store.rootOf(before.folder)) !== null
            ? { folder: before.folder, file: before.file }
            : {}),
          ...(keepsExpectations && before !== undefined
            ? { expectations: before.expectations, order: before.order, example: before.example }
            : {}),
        },
        before,
      ),
    );
    kept.push(...secured.kept);
    const next = secured.request;
    notes.push(...secured.notes.map((note) => `${file}: ${note}`));
    if (before === undefined) added.push(next.name);
    else if (sameContent(before, next)) unchanged += 1;
    else replaced.push(next.name);
    if (before === undefined || !sameContent(before, next)) {
      changed.push(next);
      left.push(...secretsLeft(before, next));
    }
    for (const name of emptySecretsOf(next)) secretsToEnter.add(`${next.name}: ${name}`);
  }
  await withRollback(kept, services.references, () => store.putAll(changed));
  await forgetUnused(left, services);
  return { added, replaced, unchanged, refused, notes, secretsToEnter: [...secretsToEnter] };

  async function secureFound(
    request: SavedRequest,
    before: SavedRequest | undefined,
  ): Promise<StoredSecrets<SavedRequest>> {
    const filled = { ...request, ...(await withKnownSecrets(request, before ?? null, services)) };
    const typed = typedSecretsOf(filled);
    const place = { mayHoldCodes: isLocal, isOnDisk: before?.file !== undefined };
    const secured = await storeSecrets(filled, before ?? null, false, place, services).catch(
      (error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
        return storeSecrets(filled, before ?? null, true, place, services);
      },
    );
    const left = new Set(emptySecretsOf(secured.request));
    return {
      ...secured,
      notes: [
        ...typed.map((name) => (left.has(name) ? typedAndLost(name) : typedAndKept(name))),
        ...secured.notes,
      ],
    };
  }
}

function typedAndKept(header: string): string {
  return `a secret was typed into the header ${header}. It is in the keychain now; take it out of the file, and replace it where it is valid if others could read the file.`;
}

function typedAndLost(header: string): string {
  return `a secret was typed into the header ${header}. It could not be kept and was not taken; take it out of the file, and enter it in the request.`;
}

/** The request with the references that it already has, wherever the file has no value or the same one. */
async function withKnownSecrets(
  asked: SavedContent,
  before: SavedContent | null,
  { references }: SecretServices,
): Promise<SavedContent> {
  if (before === null) return asked;
  const old = rowsOf(before).filter(({ secret }) => secret);
  /** Null as well if the keychain does not answer. */
  const valueOf = async (reference: string): Promise<string | null> => {
    const id = secretIdOf(reference);
    return id === null ? null : references.read(id).catch(() => null);
  };
  return mapRows(asked, async (row) => {
    const same = old.find(({ name }) => name.toLowerCase() === row.name.toLowerCase());
    if (!row.secret || same === undefined) return row;
    const taken = row.value === '' || row.value === (await valueOf(same.value));
    return taken ? { ...row, value: same.value } : row;
  });
}

function sameContent(one: SavedRequest, other: SavedRequest): boolean {
  return contentOf(one) === contentOf(other);
}

/** Values of secret headers count, too; they are references. */
function contentOf({ request, form, expectations, order, example, ...saved }: SavedRequest): string {
  const { folder, name, description } = saved;
  const secrets = rowsOf({ request, form }).map(({ secret, value }) => (secret ? value : ''));
  return JSON.stringify([
    folder,
    name,
    description,
    toFileRequest({ request, form }),
    secrets,
    expectations,
    order,
    example,
  ]);
}
