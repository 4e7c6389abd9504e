import { escapeVariables } from '../requests/variables';
import { isSecretHeaderName } from '../secrets/secret-headers';
import type { Imported } from './imported-request';
import { StandInVariables } from './stand-ins';

/**
 * Somebody else's request knows nothing of our variables: a `${name}` in it is plain text, so it is escaped. What the
 * request leaves open becomes a variable.
 */
export function escapeImported(imported: Imported): Imported {
  const { request, notes, standIns = [] } = imported;
  const secret = new Set((request.secretHeaders ?? []).map((name) => name.toLowerCase()));
  const variables = new StandInVariables(standIns);
  const write = (text: string): string => variables.write(escapeVariables(text));
  const written = {
    ...request,
    method: variables.write(request.method),
    url: write(request.url),
    headers: request.headers.map(([name, value]) =>
      secret.has(name.toLowerCase()) || isSecretHeaderName(name)
        ? // Variables are not filled in in secrets: nothing is escaped there, and one that is not whole has to be entered.
          ([variables.write(name), variables.isIn(value) ? '' : value] as const)
        : ([variables.write(name), write(value)] as const),
    ),
    body: request.body === null ? null : write(request.body),
  };
  return { request: written, notes: [...notes, ...variables.notes] };
}
