import type { OperationId } from '@contract';
import { isContractOperation, type OperationKey } from '@shared/requests/operation-key';
import type { MainOperation } from './operation-module';
import { refuseOwn } from './refuse-own';
import { vaultForward } from './vault-forward';

/** `generic`: the contract says enough. The compiler reports a missing operation. */
const modules: Readonly<Record<OperationId, MainOperation | 'generic'>> = {
  get_checkout_session: 'generic',
  list_buyers: 'generic',
  vault_forward: vaultForward,
};

const GENERIC: MainOperation = { refuse: () => null };
const OWN: MainOperation = { refuse: refuseOwn };

export function operationModule(key: OperationKey): MainOperation {
  if (!isContractOperation(key)) return OWN;
  const found = modules[key];
  return typeof found === 'object' ? found : GENERIC;
}
