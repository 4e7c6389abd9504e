import type { Profile } from '../../shared/profile';
import type { RequestsImport, SavedCall, SavedRequest } from '../../shared/saved-requests';
import type { DraftHeader } from '../../shared/vault-forward/draft';
import type { FoundRequest } from './request-folder';
import type { SavedRequestStore } from './saved-request-store';

/**
 * Takes requests in. One that is here already, by its id, is replaced when it is another now, and goes on using the
 * secrets of its headers. They belong to the profile that is active: nobody else has looked at them yet.
 */
export async function importFound(
  found: readonly FoundRequest[],
  store: Pick<SavedRequestStore, 'all' | 'putAll'>,
  profile: Profile,
): Promise<RequestsImport> {
  const known = new Map((await store.all()).map((request) => [request.id, request]));
  const taken = new Map<string, SavedRequest>();
  const added: string[] = [];
  const replaced: string[] = [];
  const refused: { file: string; why: string }[] = [];
  const secretsToEnter = new Set<string>();
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
    const call = withKnownSecrets(request.call, before?.call ?? null);
    const next: SavedRequest = { ...request, call, profileId: before?.profileId ?? profile.id };
    taken.set(request.id, next);
    if (before === undefined) added.push(request.name);
    else if (sameContent(before, next)) unchanged += 1;
    else replaced.push(request.name);
    for (const name of emptySecrets(call)) secretsToEnter.add(`${request.name}: ${name}`);
  }
  await store.putAll(
    [...taken.values()].filter((request) => {
      const before = known.get(request.id);
      return before === undefined || !sameContent(before, request);
    }),
  );
  return { added, replaced, unchanged, refused, secretsToEnter: [...secretsToEnter] };
}

function withKnownSecrets(call: SavedCall, before: SavedCall | null): SavedCall {
  if (call.kind !== 'vault_forward' || before?.kind !== 'vault_forward') return call;
  const fill = (headers: readonly DraftHeader[], old: readonly DraftHeader[]): DraftHeader[] =>
    headers.map((header) => {
      const same = old.find(
        (other) => other.secret && other.name.toLowerCase() === header.name.toLowerCase(),
      );
      return header.secret && header.value === '' && same ? { ...header, value: same.value } : header;
    });
  const { draft } = call;
  return {
    kind: 'vault_forward',
    draft: {
      ...draft,
      headers: fill(draft.headers, before.draft.headers),
      serviceHeaders: fill(draft.serviceHeaders, before.draft.serviceHeaders),
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
