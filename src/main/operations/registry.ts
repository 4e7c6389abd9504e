import type { OperationId } from '@contract';
import type { MainOperation } from './operation-module';
import { vaultForward } from './vault-forward';

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
