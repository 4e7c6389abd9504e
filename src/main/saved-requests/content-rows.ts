import type { SavedRequest } from '@shared/requests/saved-requests';
import { destinationHeaderName } from '@shared/vault-forward/request';
import { secretIdOf } from '@shared/secrets/secret-reference';

export type SavedContent = Pick<SavedRequest, 'request' | 'form'>;

/** A header of the request, switched off or not. */
export interface Row {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

export function rowsOf({ request, form }: SavedContent): readonly Row[] {
  return [...request.headers, ...(form?.switchedOff ?? [])];
}

/** Changes the rows one after the other, because each may have to wait until the person unlocks the keychain. */
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

/** Names of secret headers whose values are plain text, because somebody typed them into a file. */
export function typedSecretsOf(asked: SavedContent): string[] {
  return rowsOf(asked)
    .filter(({ secret, value }) => secret && value !== '' && secretIdOf(value) === null)
    .map(({ name }) => destinationHeaderName(name));
}
