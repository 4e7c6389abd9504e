import { isTypedCode } from '@shared/cards/security-codes';
import { sameHeaderName } from '@shared/http/http-fields';
import { mapRequest } from '@shared/requests/map-request';
import type { Comparison, Expectation, SavedExample, SavedRequest } from '@shared/requests/saved-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';
import { hasTestCards } from '@shared/vault-forward/test-cards';
import { maskerFor, type Masker } from '../secrets/masker';
import type { SecretReferences } from '../secrets/references';
import type { RequestStore } from './request-store';
import { mapRows, rowsOf, type SavedContent, type Row } from './content-rows';

export interface SecretServices {
  readonly references: Pick<SecretReferences, 'store' | 'read' | 'forget' | 'known'>;
}

/** The parts of a saved request that are kept and may contain something that must not be. */
export type RequestContent = Pick<SavedRequest, 'name' | 'description' | 'profileId' | 'expectations'> &
  Partial<Pick<SavedRequest, 'example' | 'folder'>> &
  SavedContent;

export interface StoredSecrets<Content> {
  readonly request: Content;
  /** The ids that are new in the keychain. */
  readonly kept: readonly string[];
  /** Sentences about what was masked. */
  readonly notes: readonly string[];
}

/**
 * The request as it may be kept: values of secret headers go to the keychain (or nowhere, with `withoutSecrets`); these
 * values, card numbers and security codes are masked everywhere else in it. Throws a `ProblemError` if the keychain
 * does not take a secret; nothing new is left there then.
 * @param before the request that it replaces, whose secrets it may go on using; null for a new request.
 * @param place.mayHoldCodes true if the codes of test cards may be kept where it goes, and it can hold no others.
 * @param place.isOnDisk true if it goes into a file that others may read.
 */
export async function storeSecrets<Content extends RequestContent>(
  content: Content,
  before: SavedContent | null,
  withoutSecrets: boolean,
  place: { readonly mayHoldCodes: boolean; readonly isOnDisk: boolean },
  { references }: SecretServices,
): Promise<StoredSecrets<Content>> {
  const kept: string[] = [];
  const values: string[] = [];
  const known = new Set(before === null ? [] : secretIdsOf(before));
  const asked = await withRollback(kept, references, () => mapRows(content, secureRow));
  const own = masked({ ...content, ...asked }, place.mayHoldCodes, values);
  if (!place.isOnDisk) return { ...own, kept };
  const { request, notes } = await withoutKnown(own.request, references, own.request.folder ?? '');
  return { request, kept, notes: [...own.notes, ...notes] };

  async function secureRow<R extends Row>(row: R): Promise<R> {
    if (row.value === '') return row;
    // Not even the keychain may keep a security code.
    if (isTypedCode(row)) return { ...row, secret: true, value: '' };
    if (!(row.secret || isSecretHeaderName(row.name))) return row;
    const id = secretIdOf(row.value);
    const value = id === null ? row.value : await readUnless(withoutSecrets, id);
    if (value !== null) values.push(value);
    if (withoutSecrets) return { ...row, secret: true, value: '' };
    if (id !== null && known.has(id)) return { ...row, secret: true };
    if (value === null) return { ...row, secret: true, value: '' };
    const newId = await references.store(value);
    kept.push(newId);
    return { ...row, secret: true, value: secretReference(newId) };
  }

  /** Does not ask the keychain if it is to be left out. */
  async function readUnless(leftOut: boolean, id: string): Promise<string | null> {
    return leftOut ? null : references.read(id);
  }
}

/**
 * Does something that needs new secrets in the keychain. If it fails, they are forgotten, because nothing refers to
 * them.
 */
export async function withRollback<T>(
  kept: readonly string[],
  references: SecretServices['references'],
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    for (const id of kept) await references.forget(id);
    throw error;
  }
}

const NOTES = {
  cards:
    'Card numbers in it are kept masked to their first six and last four digits: put placeholders in their place.',
  codes:
    'The security code of a card in it is not kept, as the rules of the card networks demand: enter it before each send, or put {{CARD_SECURITY_CODE_1}} in its place.',
  secrets: 'Values of its secret headers that stand elsewhere in it are masked there.',
  known:
    'A token or another secret of the app stands in it: it is masked in the file, which others may read. Put a variable in its place before it is sent.',
  token:
    'Something in it looks like an access token, which the app does not know: it is in the file as it is, and whoever reads that can use it.',
} as const;

/**
 * The request with its card numbers, its security codes and the given secrets masked, because what older versions kept
 * may contain some.
 * @param mayHoldCodes true if the codes of test cards may stay (`hasTestCards`).
 */
export function masked<Content extends RequestContent>(
  content: Content,
  mayHoldCodes: boolean,
  secrets: readonly string[] = [],
): { readonly request: Content; readonly notes: readonly string[] } {
  const destinationUrl = destinationOf(content.request);
  const codes = !hasTestCards({
    composedUnder: content.profileId,
    wasOnlyLocal: mayHoldCodes,
    destinationUrl,
  });
  const before = JSON.stringify(content);
  const without = (options: Parameters<typeof maskerFor>[1], of: readonly string[] = []): boolean =>
    JSON.stringify(maskContent(content, maskerFor(of, options))) !== before;
  return {
    request: maskContent(content, maskerFor(secrets, { cards: true, codes })),
    notes: [
      ...(without({ cards: true }) ? [NOTES.cards] : []),
      ...(codes && without({ codes }) ? [NOTES.codes] : []),
      ...(without({}, secrets) ? [NOTES.secrets] : []),
    ],
  };
}

/** Empty for a request that is not a Vault Forward. */
function destinationOf({ headers }: RequestSpec): string {
  return headers.find(({ name }) => sameHeaderName(name, SERVICE_HEADERS.url))?.value ?? '';
}

function maskContent<Content extends RequestContent>(content: Content, masker: Masker): Content {
  return {
    ...content,
    ...maskAsked(content, masker),
    ...maskDetails(content, masker),
    ...(content.folder === undefined ? {} : { folder: maskFolder(content.folder, masker) }),
    ...(content.example ? { example: maskExample(content.example, masker) } : {}),
  };
}

type Details = Pick<SavedRequest, 'name' | 'description' | 'expectations'>;

function maskDetails({ name, description, expectations }: Details, masker: Masker): Details {
  return {
    name: masker.text(name),
    description: masker.text(description),
    expectations: expectations.map((expectation) => maskExpectation(expectation, masker)),
  };
}

/** The names of folders and files: they may hold no card data either. */
const NAMES = maskerFor([], { cards: true, codes: true });

export function nameWithoutCards(name: string): string {
  return NAMES.text(name);
}

export function folderWithoutCards(folder: string): string {
  return maskFolder(folder, NAMES);
}

/** What is edited in the form of a saved request. */
export function withoutCardsInDetails(
  given: Details & Pick<SavedRequest, 'folder'>,
): Details & Pick<SavedRequest, 'folder'> {
  const { name, description, expectations } = maskDetails(given, NAMES);
  return { name, folder: folderWithoutCards(given.folder), description, expectations };
}

function maskFolder(folder: string, { text }: Masker): string {
  return folder.split('/').map(text).join('/');
}

function maskAsked({ request, form }: SavedContent, { text, pair }: Masker): SavedContent {
  const maskRow = <R extends Row>(row: R): R =>
    secretIdOf(row.value) === null ? { ...row, name: text(row.name), value: text(row.value) } : row;
  return {
    request: mapRequest(request, { text, pair, header: maskRow }),
    form: form && {
      authentications: form.authentications.map(({ id, name }) => ({ id, name: text(name) })),
      switchedOff: form.switchedOff.map(maskRow),
    },
  };
}

/** Masks an example as the history masks an answer. */
function maskExample(example: SavedExample, { text, answer }: Masker): SavedExample {
  const { statusText, contentType, body } = example;
  return {
    ...example,
    statusText: text(statusText),
    contentType: contentType && text(contentType),
    body: body && answer(body),
  };
}

function maskExpectation(expectation: Expectation, masker: Masker): Expectation {
  switch (expectation.kind) {
    case 'json-path':
      return { ...expectation, is: maskComparison(expectation.path, expectation.is, masker) };
    case 'header':
      return { ...expectation, is: maskComparison(expectation.name, expectation.is, masker) };
    case 'status':
    case 'time':
      return expectation;
  }
}

function maskComparison(place: string, is: Comparison, masker: Masker): Comparison {
  switch (is.how) {
    case 'equals':
      return { ...is, value: maskExpected(place, is.value, masker) };
    case 'contains':
      return { ...is, text: maskText(place, is.text, masker) };
    case 'matches':
      return { ...is, pattern: maskText(place, is.pattern, masker) };
    case 'exists':
    case 'missing':
    case 'kept':
      return is;
  }
}

/** Masks what is expected of a field as if it were that field's value. */
function maskExpected(place: string, json: string, { text }: Masker): string {
  const field = `${JSON.stringify(
    place
      .split(/[.[\]'"]+/)
      .filter(Boolean)
      .pop() ?? '',
  )}:`;
  const written = text(field + json);
  return written.startsWith(field) ? written.slice(field.length) : text(json);
}

function maskText(place: string, plain: string, masker: Masker): string {
  const read: unknown = JSON.parse(maskExpected(place, JSON.stringify(plain), masker));
  return masker.text(String(read));
}

export function secretIdsOf(asked: SavedContent): string[] {
  return rowsOf(asked).flatMap(({ value }) => secretIdOf(value) ?? []);
}

/** The secrets of a replaced request that the new one does not refer to. */
export function secretsLeft(before: SavedContent | null | undefined, after: SavedContent): string[] {
  const stay = new Set(secretIdsOf(after));
  return before ? secretIdsOf(before).filter((id) => !stay.has(id)) : [];
}

/**
 * Forgets those of the candidates that no request refers to any more.
 * @param candidates only secrets of requests that were replaced or deleted: the requests of other secrets may be away
 * for now, with their drive or database, and missing from `all`.
 */
export async function forgetUnused(
  candidates: readonly string[],
  { store, references }: SecretServices & { readonly store: Pick<RequestStore, 'all'> },
): Promise<void> {
  if (candidates.length === 0) return;
  const used = new Set((await store.all()).flatMap(secretIdsOf));
  for (const id of candidates) if (!used.has(id)) await references.forget(id);
}

/**
 * The request as it is written into a file: others may read that, so not even the codes of test cards are in it. The
 * process that calls this knows no secrets: `withoutKnown` has masked them.
 */
export function withoutCodes(request: SavedRequest): SavedRequest {
  return masked(request, false).request;
}

/** A JWT with its signature. */
const JWT = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]{16,}/;

/**
 * The request without any secret that the app knows, with a sentence if it held one.
 * @param place the beginning of its folder that stays, because it says where the request is.
 */
export async function withoutKnown<Content extends RequestContent>(
  content: Content,
  { known }: Pick<SecretReferences, 'known'>,
  place: string,
): Promise<{ readonly request: Content; readonly notes: readonly string[] }> {
  const masker = maskerFor(await known());
  const folder = content.folder && place + maskFolder(content.folder.slice(place.length), masker);
  const request = { ...maskContent(content, masker), folder };
  const isSame = JSON.stringify(request) === JSON.stringify(content);
  return {
    request,
    notes: [...(isSame ? [] : [NOTES.known]), ...(JWT.test(JSON.stringify(request)) ? [NOTES.token] : [])],
  };
}

/** The requests as they are written into files, with sentences about what was masked for that. */
export async function forFiles(
  requests: readonly SavedRequest[],
  { references }: SecretServices,
): Promise<{ readonly requests: readonly SavedRequest[]; readonly notes: readonly string[] }> {
  const masked = await Promise.all(
    requests.map((request) => withoutKnown(withoutCodes(request), references, '')),
  );
  return {
    requests: masked.map(({ request }) => request),
    notes: masked.flatMap(({ request, notes }) => notes.map((note) => `${request.name}: ${note}`)),
  };
}

/** A text for a file without card data and without any secret that the app knows. */
export async function textForFile(text: string, { references }: SecretServices): Promise<string> {
  return maskerFor(await references.known(), { cards: true, codes: true }).text(text);
}

/** Masks card data, which a request that is kept already may still contain from an older version. */
export function withoutCards(request: SavedRequest): SavedRequest {
  return masked(request, true).request;
}
