import type { Problem } from '@shared/problem';
import type { RequestSpec } from '@shared/requests/request-spec';

/** What main needs to know about an operation beyond the contract. */
export interface MainOperation {
  /** Why a request cannot be sent as it is; null if it can. */
  refuse(request: RequestSpec): Problem | null;
}
