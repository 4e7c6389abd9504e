import { ProblemError } from '../../shared/problem';
import type { Profile } from '../../shared/profile';
import type { RequestsImport, SavedCall, SavedRequest } from '../../shared/saved-requests';
import type { DraftHeader } from '../../shared/vault-forward/draft';
import { secretIdOf } from '../../shared/vault-forward/secret-reference';
import type { FoundRequest } from './request-folder';
import type { SavedRequestStore } from './saved-request-store';
import { secure, type SecretServices } from './saved-secrets';

export interface ImportServices extends SecretServices {
  readonly store: Pick<SavedRequestStore, 'all' | 'putAll'>;
}

/**
 * Takes requests in. One that is here already, by its id, is replaced when it is another now, and goes on using the
 * secrets of its headers. Secrets that were typed into a file go to the keychain and are pointed out. They belong to the
 * profile that is active: nobody else has looked at them yet.
 */
export async function importFound(
  found: readonly FoundRequest[],
  profile: Profile,
  services: ImportServices,
): Promise<RequestsImport> {
  const { store } = services;
  const known = new Map((await store.all()).map((request) => [request.id, request]));
  const taken = new Set<string>();
  const changed: SavedRequest[] = [];
  const added: string[] = [];
  const replaced: string[] = [];
  const refused: { file: string; why: string }[] = [];
  const notes: string[] = [];
  const secretsToEnter = new Set<string>();
  let unchanged = 0;
  for (const { file, read } of found) {
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
    const secured = await secureFound(
      { ...read.request, profileId: before?.profileId ?? profile.id },
      before,
    );
    const next = secured.request;
    notes.push(...secured.notes.map((note) => `${file}: ${note}`));
    if (before === undefined) added.push(next.name);
    else if (sameContent(before, next)) unchanged += 1;
    else replaced.push(next.name);
    if (before === undefined || !sameContent(before, next)) changed.push(next);
    for (const name of emptySecrets(next.call)) secretsToEnter.add(`${next.name}: ${name}`);
  }
  await store.putAll(changed);
  return { added, replaced, unchanged, refused, notes, secretsToEnter: [...secretsToEnter] };

  async function secureFound(
    request: SavedRequest,
    before: SavedRequest | undefined,
  ): Promise<{ readonly request: SavedRequest; readonly notes: readonly string[] }> {
    const known = before?.call ?? null;
    const call = await withKnownSecrets(request.call, known, services);
    const typed = typedSecrets(call);
    const secured = await secure({ ...request, call }, known, false, services).catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      return secure({ ...request, call }, known, true, services);
    });
    const left = new Set(emptySecrets(secured.request.call));
    return {
      request: secured.request,
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

function typedSecrets(call: SavedCall): string[] {
  if (call.kind !== 'vault_forward') return [];
  return [...call.draft.headers, ...call.draft.serviceHeaders]
    .filter(({ secret, value }) => secret && value !== '' && secretIdOf(value) === null)
    .map(({ name }) => name);
}

/** With the references that the request has already, where a file has no value or the same one. */
async function withKnownSecrets(
  call: SavedCall,
  before: SavedCall | null,
  { references }: SecretServices,
): Promise<SavedCall> {
  if (call.kind !== 'vault_forward' || before?.kind !== 'vault_forward') return call;
  const fill = (headers: readonly DraftHeader[], old: readonly DraftHeader[]): Promise<DraftHeader[]> =>
    Promise.all(
      headers.map(async (header) => {
        const same = old.find(
          (other) => other.secret && other.name.toLowerCase() === header.name.toLowerCase(),
        );
        if (!header.secret || same === undefined) return header;
        const taken = header.value === '' || header.value === (await valueOf(same.value));
        return taken ? { ...header, value: same.value } : header;
      }),
    );
  /** Null also when the keychain does not answer. */
  const valueOf = async (reference: string): Promise<string | null> => {
    const id = secretIdOf(reference);
    return id === null ? null : references.read(id).catch(() => null);
  };
  const { draft } = call;
  return {
    kind: 'vault_forward',
    draft: {
      ...draft,
      headers: await fill(draft.headers, before.draft.headers),
      serviceHeaders: await fill(draft.serviceHeaders, before.draft.serviceHeaders),
    },
  };
}

function emptySecrets(call: SavedCall): string[] {
  if (call.kind !== 'vault_forward') return [];
  return [...call.draft.headers, ...call.draft.serviceHeaders]
    .filter(({ secret, value }) => secret && value === '')
    .map(({ name }) => name);
}

/** The ids of a draft's rows are of no meaning. */
function sameContent(one: SavedRequest, other: SavedRequest): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf({ folder, name, description, call, expectations }: SavedRequest): string {
  return JSON.stringify([folder, name, description, callContent(call), expectations]);
}

function callContent(call: SavedCall): unknown {
  if (call.kind !== 'vault_forward') return call;
  const { destinationUrl, method, paymentMethods, authentications, headers, serviceHeaders, body } =
    call.draft;
  const rows = (list: readonly DraftHeader[]): unknown =>
    list.map(({ name, value, secret, enabled }) => [name, value, secret, enabled]);
  return [
    destinationUrl,
    method,
    paymentMethods,
    authentications.map(({ id, name }) => [id, name]),
    rows(headers),
    rows(serviceHeaders),
    body,
  ];
}
