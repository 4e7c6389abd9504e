import { maskCardNumbers } from '../../shared/card-numbers';
import type { RequestSpec } from '../../shared/requests/request-spec';
import type { SavedRequest } from '../../shared/saved-requests';
import { isSecretHeaderName } from '../../shared/secret-headers';
import type { DraftForm } from '../../shared/vault-forward/draft';
import { secretIdOf, secretReference } from '../../shared/vault-forward/secret-reference';
import type { SecretReferences } from '../secrets/references';

export interface SecretServices {
  readonly references: Pick<SecretReferences, 'store' | 'read' | 'forget'>;
}

/** What a saved request asks for. */
export type Asked = Pick<SavedRequest, 'request' | 'form'>;

export interface Securing {
  readonly asked: Asked;
  /** Ids in the keychain that are new. */
  readonly kept: readonly string[];
  readonly notes: readonly string[];
}

/** A header of the request, or a row that is switched off. */
interface Row {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

/**
 * The request as it may be kept: values of secret headers go to the keychain (or nowhere, with `withoutSecrets`), and
 * card numbers are masked. Throws a `ProblemError` when the keychain does not take a secret; nothing new is left there
 * then.
 * @param before what it replaces, whose secrets it may go on using; null for a new request.
 */
export async function secure(
  asked: Asked,
  before: Asked | null,
  withoutSecrets: boolean,
  { references }: SecretServices,
): Promise<Securing> {
  const kept: string[] = [];
  const own = new Set(before === null ? [] : secretIdsOf(before));
  try {
    const secured = await onRows(asked, secureRow);
    const masked = maskCards(secured);
    const notes = JSON.stringify(masked) === JSON.stringify(secured) ? [] : [CARDS_MASKED];
    return { asked: masked, kept, notes };
  } catch (error) {
    for (const id of kept) await references.forget(id);
    throw error;
  }

  async function secureRow<R extends Row>(row: R): Promise<R> {
    if (row.value === '' || !(row.secret || isSecretHeaderName(row.name))) return row;
    if (withoutSecrets) return { ...row, secret: true, value: '' };
    const id = secretIdOf(row.value);
    if (id !== null && own.has(id)) return { ...row, secret: true };
    const value = id === null ? row.value : await references.read(id);
    if (value === null) return { ...row, secret: true, value: '' };
    const newId = await references.store(value);
    kept.push(newId);
    return { ...row, secret: true, value: secretReference(newId) };
  }
}

const CARDS_MASKED =
  'Card numbers in it are kept masked to their first six and last four digits: put placeholders in their place.';

/** Ids of the secrets that a request refers to. */
export function secretIdsOf({ request, form }: Asked): string[] {
  return rowsOf(request, form).flatMap(({ value }) => secretIdOf(value) ?? []);
}

/** Names of the secret headers whose values have to be entered. */
export function emptySecretsOf({ request, form }: Asked): string[] {
  return rowsOf(request, form)
    .filter(({ secret, value }) => secret && value === '')
    .map(({ name }) => name);
}

/** Names of the secret headers whose values are written out: somebody typed them into a file. */
export function writtenSecretsOf({ request, form }: Asked): string[] {
  return rowsOf(request, form)
    .filter(({ secret, value }) => secret && value !== '' && secretIdOf(value) === null)
    .map(({ name }) => name);
}

function rowsOf(request: RequestSpec, form: DraftForm | null): readonly Row[] {
  return [...request.headers, ...(form?.switchedOff ?? [])];
}

/** One after the other: each may wait for the keychain's person. */
export async function onRows(
  { request, form }: Asked,
  change: <R extends Row>(row: R) => Promise<R>,
): Promise<Asked> {
  const changed = async <R extends Row>(rows: readonly R[]): Promise<R[]> => {
    const done: R[] = [];
    for (const row of rows) done.push(await change(row));
    return done;
  };
  return {
    request: { ...request, headers: await changed(request.headers) },
    form: form && { ...form, switchedOff: await changed(form.switchedOff) },
  };
}

function maskCards({ request, form }: Asked): Asked {
  const maskRow = <R extends Row>(row: R): R =>
    secretIdOf(row.value) === null
      ? { ...row, name: maskCardNumbers(row.name), value: maskCardNumbers(row.value) }
      : row;
  const pair = ([name, value]: readonly [string, string]): [string, string] => [
    maskCardNumbers(name),
    maskCardNumbers(value),
  ];
  return {
    request: {
      ...request,
      pathParameters: Object.fromEntries(Object.entries(request.pathParameters).map(pair)),
      query: request.query.map(pair),
      headers: request.headers.map(maskRow),
      body: request.body === null ? null : maskCardNumbers(request.body),
    },
    form: form && { ...form, switchedOff: form.switchedOff.map(maskRow) },
  };
}
