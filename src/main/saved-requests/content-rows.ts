import type { SavedRequest } from '@shared/requests/saved-requests';
import { destinationHeaderName } from '@shared/vault-forward/request';
import { secretIdOf } from '@shared/secrets/secret-reference';

/** What a saved request asks for. */
export type SavedContent = Pick<SavedRequest, 'request' | 'form'>;

/** A header of the request, or a row of it that is switched off. */
export interface Row {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

export function rowsOf({ request, form }: SavedContent): readonly Row[] {
  return [...request.headers, ...(form?.switchedOff ?? [])];
}

/** One after the other: each may wait for the keychain's person. */
export async function mapRows(
  { request, form }: SavedContent,
  change: <R extends Row>(row: R) => Promise<R>,
): Promise<SavedContent> {
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

/** Names of the secret headers whose values have to be entered. */
export function emptySecretsOf(asked: SavedContent): string[] {
  return rowsOf(asked)
    .filter(({ secret, value }) => secret && value === '')
    .map(({ name }) => destinationHeaderName(name));
}

/** Names of the secret headers whose values are written out: somebody typed them into a file. */
export function typedSecretsOf(asked: SavedContent): string[] {
  return rowsOf(asked)
    .filter(({ secret, value }) => secret && value !== '' && secretIdOf(value) === null)
    .map(({ name }) => destinationHeaderName(name));
}
