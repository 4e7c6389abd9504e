import type { Profile } from '../../shared/profile';
import type { RequestsImport, SavedRequest } from '../../shared/saved-requests';
import { toFileRequest } from './file-request';
import type { FoundRequest } from './request-folder';
import type { SavedRequestStore } from './saved-request-store';
import { emptySecretsOf, onRows, secure, writtenSecretsOf, type Asked, type SecretServices } from './saved-secrets';

/**
 * Takes requests in. One that is here already, by its id, is replaced when it is another now, and goes on using the
 * secrets of its headers. They belong to the profile that is active: nobody else has looked at them yet.
 */
export async function importFound(
  found: readonly FoundRequest[],
  store: Pick<SavedRequestStore, 'all' | 'putAll'>,
  profile: Profile,
  services: SecretServices,
): Promise<RequestsImport> {
  const known = new Map((await store.all()).map((request) => [request.id, request]));
  const taken = new Map<string, SavedRequest>();
  const added: string[] = [];
  const replaced: string[] = [];
  const refused: { file: string; why: string }[] = [];
  const secretsToEnter = new Set<string>();
  const secretsInFiles: string[] = [];
  let unchanged = 0;
  for (const { file, read } of found) {
    if (!read.ok) {
      refused.push({ file, why: read.why });
      continue;
    }
    const { request } = read;
    if (taken.has(request.id)) {
      refused.push({ file, why: 'Another file has a request of the same id.' });
      continue;
    }
    const before = known.get(request.id);
    const found = await withKnownSecrets(request, before ?? null);
    for (const name of writtenSecretsOf(found)) secretsInFiles.push(`${file}: ${name}`);
    const { asked } = await secure(found, before ?? null, false, services);
    const next: SavedRequest = { ...request, ...asked, profileId: before?.profileId ?? profile.id };
    taken.set(request.id, next);
    if (before === undefined) added.push(request.name);
    else if (sameContent(before, next)) unchanged += 1;
    else replaced.push(request.name);
    for (const name of emptySecretsOf(next)) secretsToEnter.add(`${request.name}: ${name}`);
  }
  await store.putAll(
    [...taken.values()].filter((request) => {
      const before = known.get(request.id);
      return before === undefined || !sameContent(before, request);
    }),
  );
  return {
    added,
    replaced,
    unchanged,
    refused,
    secretsToEnter: [...secretsToEnter],
    secretsInFiles,
  };
}

/** A header whose value is not in the file goes on using the secret that it has here, by its name. */
async function withKnownSecrets(asked: Asked, before: Asked | null): Promise<Asked> {
  if (before === null) return asked;
  const old = [...before.request.headers, ...(before.form?.switchedOff ?? [])];
  return onRows(asked, async (row) => {
    const same = old.find(({ name, secret }) => secret && name.toLowerCase() === row.name.toLowerCase());
    return row.secret && row.value === '' && same ? { ...row, value: same.value } : row;
  });
}

function sameContent(one: SavedRequest, other: SavedRequest): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf({ folder, name, description, request, form, expectations }: SavedRequest): string {
  return JSON.stringify([folder, name, description, toFileRequest({ request, form }), expectations]);
}
