import { isSecurityCode } from '../../shared/cards/security-codes';
import { codeNameOf } from '../../shared/cards/security-code-names';
import { ProblemError } from '../../shared/problem';
import { isSecretHeaderName } from '../../shared/secret-headers';
import { BUILT_IN_PROFILE_IDS } from '../../shared/profile';
import type { SavedCall, SavedRequest } from '../../shared/saved-requests';
import type { DraftHeader, VaultForwardDraft } from '../../shared/vault-forward/draft';
import { secretIdOf, secretReference } from '../../shared/vault-forward/secret-reference';
import { maskerFor, type Masker } from '../secrets/masker';
import type { SecretReferences } from '../secrets/references';

export interface SecretServices {
  readonly references: Pick<SecretReferences, 'store' | 'read' | 'forget'>;
}

/** What of a saved request is kept and may hold what must not be. */
export type RequestContent = Pick<
  SavedRequest,
  'name' | 'description' | 'profileId' | 'call' | 'expectations'
>;

export interface Securing<Content> {
  readonly request: Content;
  /** Ids in the keychain that are new. */
  readonly kept: readonly string[];
  /** Sentences on what was masked. */
  readonly notes: readonly string[];
}

/**
 * The request as it may be kept: values of secret headers go to the keychain (or nowhere, with `withoutSecrets`); these
 * values, card numbers and security codes are masked wherever else they stand. Throws a `ProblemError` when the keychain
 * does not take a secret; nothing new is left there then.
 * @param before the call that it replaces, whose secrets it may go on using; null for a new request.
 */
export async function secure<Content extends RequestContent>(
  request: Content,
  before: SavedCall | null,
  withoutSecrets: boolean,
  services: SecretServices,
): Promise<Securing<Content>> {
  const kept: string[] = [];
  const values: string[] = [];
  const own = new Set(secretIdsOf(before));
  try {
    const call = await secureCall(request.call);
    return { ...masked({ ...request, call }, values), kept };
  } catch (error) {
    for (const id of kept) await services.references.forget(id);
    throw error;
  }

  async function secureCall(call: SavedCall): Promise<SavedCall> {
    if (call.kind !== 'vault_forward') return call;
    const headers: DraftHeader[] = [];
    for (const header of call.draft.headers) headers.push(await secureHeader(header));
    const serviceHeaders: DraftHeader[] = [];
    for (const header of call.draft.serviceHeaders) serviceHeaders.push(await secureHeader(header));
    return { kind: 'vault_forward', draft: { ...call.draft, headers, serviceHeaders } };
  }

  async function secureHeader(header: DraftHeader): Promise<DraftHeader> {
    if (header.value === '') return header;
    // Not even the keychain may keep it.
    if (isTypedCode(header)) return { ...header, secret: true, value: '' };
    if (!(header.secret || isSecretHeaderName(header.name))) return header;
    const id = secretIdOf(header.value);
    const known = id === null ? header.value : await readUnless(withoutSecrets, id);
    if (known !== null) values.push(known);
    if (withoutSecrets) return { ...header, secret: true, value: '' };
    if (id !== null && own.has(id)) return { ...header, secret: true };
    if (known === null) return { ...header, secret: true, value: '' };
    const newId = await services.references.store(known);
    kept.push(newId);
    return { ...header, secret: true, value: secretReference(newId) };
  }

  /** Nothing is asked of a keychain that is to be left out. */
  async function readUnless(leftOut: boolean, id: string): Promise<string | null> {
    return leftOut ? null : services.references.read(id);
  }
}

const NOTES = {
  cards:
    'Card numbers in it are kept masked to their first six and last four digits: put placeholders in their place.',
  codes:
    'The security code of a card in it is not kept, as the rules of the card networks demand: enter it before each send, or put {{CARD_SECURITY_CODE_1}} in its place.',
  secrets: 'Values of its secret headers that stand elsewhere in it are masked there.',
} as const;

/**
 * The request with its card numbers, its security codes and the given secrets masked: what older versions kept may hold
 * some. The codes of the Local sandbox stay, as its cards are test cards.
 */
export function masked<Content extends RequestContent>(
  request: Content,
  secrets: readonly string[] = [],
): { readonly request: Content; readonly notes: readonly string[] } {
  const codes = request.profileId !== BUILT_IN_PROFILE_IDS.local;
  const before = JSON.stringify(request);
  const without = (options: Parameters<typeof maskerFor>[1], of: readonly string[] = []): boolean =>
    JSON.stringify(maskRequest(request, maskerFor(of, options))) !== before;
  return {
    request: maskRequest(request, maskerFor(secrets, { cards: true, codes })),
    notes: [
      ...(without({ cards: true }) ? [NOTES.cards] : []),
      ...(codes && without({ codes }) ? [NOTES.codes] : []),
      ...(without({}, secrets) ? [NOTES.secrets] : []),
    ],
  };
}

function maskRequest<Content extends RequestContent>(request: Content, masker: Masker): Content {
  return {
    ...request,
    name: masker.text(request.name),
    description: masker.text(request.description),
    call: maskCall(request.call, masker),
    expectations: request.expectations.map((expectation) =>
      expectation.kind === 'json-path'
        ? { ...expectation, equals: maskExpected(expectation.path, expectation.equals, masker) }
        : expectation,
    ),
  };
}

function maskCall(call: SavedCall, { text }: Masker): SavedCall {
  switch (call.kind) {
    case 'vault_forward': {
      const { draft } = call;
      const maskHeader = (header: DraftHeader): DraftHeader =>
        secretIdOf(header.value) === null
          ? { ...header, name: text(header.name), value: text(header.value) }
          : header;
      return {
        kind: call.kind,
        draft: {
          ...draft,
          destinationUrl: text(draft.destinationUrl),
          authentications: draft.authentications.map(({ id, name }) => ({ id, name: text(name) })),
          headers: draft.headers.map(maskHeader),
          serviceHeaders: draft.serviceHeaders.map(maskHeader),
          body: text(draft.body),
        },
      };
    }
    case 'get_checkout_session':
      return call;
    case 'list_buyers':
      return { ...call, cursor: call.cursor === null ? null : text(call.cursor) };
  }
}

/** What is expected of a field counts as that field's value. */
function maskExpected(path: string, equals: string, { text }: Masker): string {
  const field = `${JSON.stringify(
    path
      .split(/[.[\]'"]+/)
      .filter(Boolean)
      .pop() ?? '',
  )}:`;
  const written = text(field + equals);
  return written.startsWith(field) ? written.slice(field.length) : text(equals);
}

/** A header that is named as a security code and holds one. */
function isTypedCode({ name, value }: DraftHeader): boolean {
  return codeNameOf(name) === 'certain' && isSecurityCode(value.trim());
}

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
    meaning: `The value of "${header}" is known nowhere any more. Nothing was sent.`,
    nextStep: 'Enter it again in the header.',
    field: 'Headers',
    detail: null,
  });
}
