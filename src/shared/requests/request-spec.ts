import { operations } from '@contract';
import type { RequestTarget } from './operation-key';
import type { RequestSpec } from './request-spec-schemas';

export type { QueryPair, RequestSpec, SpecHeader } from './request-spec-schemas';

/** Method and path template: from the contract, or the request's own. */
export function targetOf(request: RequestSpec): RequestTarget {
  return request.target === undefined ? operations[request.operation] : request.target;
}

/** Names of its secret headers whose values are missing, as for requests from files, which never contain them. */
export function secretsWithoutValue({ headers }: RequestSpec): string[] {
  return headers.filter(({ secret, value }) => secret && value === '').map(({ name }) => name);
}
