import { atOnce } from '../at-once';
import type { ImportedRequest } from './imported-request';
import { toVaultForward, type VaultForwardImport } from './to-vault-forward';

export const VISA = '4111111111111111';
export const AMEX = '378282246310005';

export function converted(...given: Parameters<typeof toVaultForward>): VaultForwardImport {
  return atOnce(toVaultForward(...given));
}

export function convert(request: Partial<ImportedRequest>): VaultForwardImport {
  let row = 0;
  const whole = { method: 'POST', url: 'https://psp.example/v1', headers: [], body: null, ...request };
  return converted({ request: whole, notes: [] }, () => `row-${(row += 1)}`);
}

export function json(body: string): string {
  return convert({ body, headers: [['content-type', 'application/json']] }).draft.body;
}
