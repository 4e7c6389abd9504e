import { escapeVariables } from '../requests/variables';
import { isSecretHeaderName } from '../secrets/secret-headers';
import type { Imported, StandIn } from './imported-request';
import { withVariables } from './stand-ins';

/**
 * Somebody else's request knows nothing of our variables: a `${name}` in it is plain text, so it is escaped. What the
 * request leaves open becomes a variable.
 */
export function escapeImported(imported: Imported): Imported {
  const { request, notes, standIns = [] } = imported;
  const secret = new Set((request.secretHeaders ?? []).map((name) => name.toLowerCase()));
  const byMarker = new Map(standIns.map((each) => [each.marker, each]));
  const used = new Set<StandIn>();
  const put = (text: string): string => withVariables(text, byMarker, used);
  const written = {
    ...request,
    method: put(request.method),
    url: put(escapeVariables(request.url)),
    headers: request.headers.map(([name, value]) =>
      secret.has(name.toLowerCase()) || isSecretHeaderName(name)
        ? ([put(name), secretOf(value, byMarker)] as const)
        : ([put(name), put(escapeVariables(value))] as const),
    ),
    body: request.body === null ? null : put(escapeVariables(request.body)),
  };
  return { request: written, notes: [...notes, ...[...used].map(({ note }) => note)] };
}

/** Variables are not filled in in secrets: nothing is escaped there, and one that is not whole has to be entered. */
function secretOf(value: string, standIns: ReadonlyMap<string, StandIn>): string {
  const used = new Set<StandIn>();
  withVariables(value, standIns, used);
  return used.size === 0 ? value : '';
}
