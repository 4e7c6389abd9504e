import type { OperationId } from '@contract';
import type { Problem } from '@shared/problem';
import type { RequestSpec } from '@shared/requests/request-spec';
import { vaultForward } from './vault-forward';

/** What main has to know of an operation beyond the contract. */
export interface MainOperation {
  /** Why a request cannot be sent as it is; null when it can. */
  refuse(request: RequestSpec): Problem | null;
}

/** `generic`: what the contract says is enough. The compiler finds an operation that is missing. */
const modules: Readonly<Record<OperationId, MainOperation | 'generic'>> = {
  get_checkout_session: 'generic',
  list_buyers: 'generic',
  vault_forward: vaultForward,
};

const GENERIC: MainOperation = { refuse: () => null };

export function operationModule(id: OperationId): MainOperation {
  const found = modules[id];
  return typeof found === 'object' ? found : GENERIC;
}
