import { operations, type OperationId } from '@contract';
import {
  FREE_REQUEST,
  isContractOperation,
  partsOf,
  PATH_PLACE,
  type OperationKey,
  type OwnOperation,
} from '../requests/operation-key';
import { decodeVariables } from '../requests/variables';
import { targetOf, type RequestSpec } from '../requests/request-spec';
import { SERVICE_HEADERS } from '../vault-forward/request';
import { sameHeaderName } from '../http/http-fields';
import { getCheckoutSession } from './get-checkout-session';
import { listBuyers } from './list-buyers';
import type { OperationModule } from './operation-module';
import { vaultForward } from './vault-forward';

export type { OperationModule } from './operation-module';

/** `generic`: everything about it comes from the contract. The compiler reports a missing operation. */
const modules: Readonly<Record<OperationId, OperationModule | 'generic'>> = {
  get_checkout_session: getCheckoutSession,
  list_buyers: listBuyers,
  vault_forward: vaultForward,
};

export function operationModule(key: OperationKey): OperationModule {
  if (!isContractOperation(key)) return own(key);
  const found = modules[key];
  return typeof found === 'object' ? found : generic(key);
}

/** A document has its own names for its operations. */
function own(key: OwnOperation): OperationModule {
  return {
    name: key === FREE_REQUEST ? 'Request' : partsOf(key).operationId,
    subject: (path, _destination, method) => `${method} ${path}`,
    openLabel: 'Open in API',
  };
}

function generic(id: OperationId): OperationModule {
  return { name: operations[id].summary, subject: (path) => path, openLabel: 'Open' };
}

/** What a request is about, for a list; see `OperationModule.subject`. */
export function subjectOfRequest(request: RequestSpec): string {
  return operationModule(request.operation).subject(
    decodeVariables(pathOfRequest(request)),
    destinationOfRequest(request),
    targetOf(request).method,
  );
}

/** Below the base URL, with the query, encoded; a path parameter without a value keeps its `{name}`. */
export function pathOfRequest(request: RequestSpec): string {
  const { pathParameters, query } = request;
  const path = targetOf(request).path.replace(PATH_PLACE, (place, name: string) => {
    const value = pathParameters[name] ?? '';
    return value === '' ? place : encoded(value);
  });
  const search = query.map(([name, value]) => encoded(name) + (value === null ? '' : `=${encoded(value)}`));
  return search.length === 0 ? path : `${path}?${search.join('&')}`;
}

/** Half of a surrogate pair, which is never sent, is shown as U+FFFD, as in any URL. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

function destinationOfRequest({ headers }: RequestSpec): string | null {
  return destinationIn(headers.map(({ name, value }) => [name, value]));
}

/** Method and URL that the headers ask Vault Forward to call; null if they name none. */
export function destinationIn(headers: readonly (readonly [name: string, value: string])[]): string | null {
  const valueOf = (wanted: string): string | undefined =>
    headers.find(([name]) => sameHeaderName(name, wanted))?.[1];
  const url = valueOf(SERVICE_HEADERS.url);
  return url === undefined ? null : `${valueOf(SERVICE_HEADERS.method) ?? ''} ${url}`.trim();
}
