import { maskCardNumbers } from '../../shared/card-numbers';
import { ProblemError } from '../../shared/problem';
import { isSecretHeaderName } from '../../shared/secret-headers';
import type { SavedCall } from '../../shared/saved-requests';
import type { DraftHeader, VaultForwardDraft } from '../../shared/vault-forward/draft';
import { secretIdOf, secretReference } from '../../shared/vault-forward/secret-reference';
import type { SecretReferences } from '../secrets/references';

export interface SecretServices {
  readonly references: Pick<SecretReferences, 'store' | 'read' | 'forget'>;
}

export interface Securing {
  readonly call: SavedCall;
  /** Ids in the keychain that are new. */
  readonly kept: readonly string[];
  readonly notes: readonly string[];
}

/**
 * The call as it may be kept: values of secret headers go to the keychain (or nowhere, with `withoutSecrets`), and card
 * numbers are masked. Throws a `ProblemError` when the keychain does not take a secret; nothing new is left there then.
 * @param before the call that it replaces, whose secrets it may go on using; null for a new request.
 */
export async function secure(
  call: SavedCall,
  before: SavedCall | null,
  withoutSecrets: boolean,
  services: SecretServices,
): Promise<Securing> {
  if (call.kind !== 'vault_forward') return { call, kept: [], notes: [] };
  const kept: string[] = [];
  const own = new Set(secretIdsOf(before));
  try {
    const headers: DraftHeader[] = [];
    for (const header of call.draft.headers) headers.push(await secureHeader(header));
    const serviceHeaders: DraftHeader[] = [];
    for (const header of call.draft.serviceHeaders) serviceHeaders.push(await secureHeader(header));
    const draft = { ...call.draft, headers, serviceHeaders };
    const masked = maskCards(draft);
    const notes = JSON.stringify(masked) === JSON.stringify(draft) ? [] : [CARDS_MASKED];
    return { call: { kind: 'vault_forward', draft: masked }, kept, notes };
  } catch (error) {
    for (const id of kept) await services.references.forget(id);
    throw error;
  }

  async function secureHeader(header: DraftHeader): Promise<DraftHeader> {
    if (header.value === '' || !(header.secret || isSecretHeaderName(header.name))) return header;
    if (withoutSecrets) return { ...header, secret: true, value: '' };
    const id = secretIdOf(header.value);
    if (id !== null && own.has(id)) return { ...header, secret: true };
    const value = id === null ? header.value : await services.references.read(id);
    if (value === null) return { ...header, secret: true, value: '' };
    const newId = await services.references.store(value);
    kept.push(newId);
    return { ...header, secret: true, value: secretReference(newId) };
  }
}

const CARDS_MASKED =
  'Card numbers in it are kept masked to their first six and last four digits: put placeholders in their place.';

/** Ids of the secrets that a call refers to. */
export function secretIdsOf(call: SavedCall | null): string[] {
  if (call?.kind !== 'vault_forward') return [];
  return [...call.draft.headers, ...call.draft.serviceHeaders].flatMap(
    ({ value }) => secretIdOf(value) ?? [],
  );
}

/** The draft with the values of its secret headers. Throws a `ProblemError` when one is gone. */
export async function withSecrets(
  draft: VaultForwardDraft,
  readSecret: (id: string) => Promise<string | null>,
): Promise<VaultForwardDraft> {
  const reveal = async (header: DraftHeader): Promise<DraftHeader> => {
    const id = secretIdOf(header.value);
    if (id === null || !header.enabled) return header;
    const value = await readSecret(id);
    if (value === null) throw secretGone(header.name);
    return { ...header, secret: true, value };
  };
  return {
    ...draft,
    headers: await Promise.all(draft.headers.map(reveal)),
    serviceHeaders: await Promise.all(draft.serviceHeaders.map(reveal)),
  };
}

function secretGone(header: string): ProblemError {
  return new ProblemError({
    code: 'secret-gone',
    title: 'The value of a secret header is gone',
    meaning: `The keychain no longer has the value of "${header}". Nothing was sent.`,
    nextStep: 'Enter it again in the header.',
    field: 'Headers',
    detail: null,
  });
}

function maskCards(draft: VaultForwardDraft): VaultForwardDraft {
  const maskHeader = (header: DraftHeader): DraftHeader =>
    secretIdOf(header.value) === null
      ? { ...header, name: maskCardNumbers(header.name), value: maskCardNumbers(header.value) }
      : header;
  return {
    ...draft,
    destinationUrl: maskCardNumbers(draft.destinationUrl),
    headers: draft.headers.map(maskHeader),
    serviceHeaders: draft.serviceHeaders.map(maskHeader),
    body: maskCardNumbers(draft.body),
  };
}
