import { escapeVariables } from '../requests/variables';
import { isSecretHeaderName } from '../secrets/secret-headers';
import type { Imported } from './imported-request';
import { withOmittedFiles } from './omitted-files';
import { StandInVariables } from './stand-ins';

/**
 * Somebody else's request knows nothing of our variables: a `${name}` in it is plain text, so it is escaped. What the
 * request leaves open becomes a variable.
 */
export function escapeImported(imported: Imported): Imported {
  return writeStandIns(imported, new Set(), escapeVariables).imported;
}

/**
 * Writes variables in the places of what the request leaves open.
 * @param taken names that mean something else.
 * @param escape is applied to the text around them.
 */
export function writeStandIns(
  given: Imported,
  taken: ReadonlySet<string>,
  escape: (text: string) => string = (text) => text,
): { readonly imported: Imported; readonly names: readonly string[] } {
  const { request, notes, standIns = [] } = withOmittedFiles(given);
  const secret = new Set((request.secretHeaders ?? []).map((name) => name.toLowerCase()));
  const variables = new StandInVariables(standIns, taken);
  const write = (text: string): string => variables.write(escape(text));
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
  return { imported: { request: written, notes: [...notes, ...variables.notes] }, names: variables.all };
}
