import { escapeVariables } from '../requests/variables';
import { isSecretHeaderName } from '../secrets/secret-headers';
import type { Imported } from './imported-request';

/** Somebody else's request knows nothing of our variables: a `${name}` in it is plain text, so it is escaped. */
export function escapeImported<T extends Imported>(imported: T): T {
  const { request } = imported;
  const secret = new Set((request.secretHeaders ?? []).map((name) => name.toLowerCase()));
  return {
    ...imported,
    request: {
      ...request,
      url: escapeVariables(request.url),
      // Secrets need no escaping, because variables are not filled in there.
      headers: request.headers.map(([name, value]) =>
        secret.has(name.toLowerCase()) || isSecretHeaderName(name)
          ? ([name, value] as const)
          : ([name, escapeVariables(value)] as const),
      ),
      body: request.body === null ? null : escapeVariables(request.body),
    },
  };
}
