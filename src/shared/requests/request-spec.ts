import { operations } from '@contract';
import type { RequestTarget } from './operation-key';
import type { RequestSpec } from './request-spec-schemas';

export type { RequestSpec, SpecHeader } from './request-spec-schemas';

/** Method and path template: of the contract, or the request's own. */
export function targetOf(request: RequestSpec): RequestTarget {
  return request.target === undefined ? operations[request.operation] : request.target;
}
