import { operations } from '@contract';
import { percentDecoded } from '@shared/http/percent-decoded';
import { pathOfRequest } from '@shared/operations/registry';
import type { Problem } from '@shared/problem';
import type { RequestSpec } from '@shared/requests/request-spec';

/** Vault Forward requests have checks of their own: sent as an ordinary request, one with errors would go out. */
export function refuseOwn(request: RequestSpec): Problem | null {
  const { path } = operations.vault_forward;
  // The path as a lenient server may read it.
  const asked = new URL(`http://service${pathOfRequest(request)}`).pathname;
  if (lenient(asked) !== path) return null;
  return {
    code: 'is-vault-forward',
    title: 'This is Vault Forward',
    meaning: `${path} has its own screen, where its cards and its destination are checked. Nothing was sent.`,
    nextStep:
      'Compose it in Vault Forward. On the command line, forward sends one that is saved or in a file.',
    field: 'Path',
    detail: null,
  };
}

/** Decoded (even twice), without path parameters (`;a=b`), and then without the dots that these or an escape hid. */
function lenient(pathname: string): string {
  const path = percentDecoded(percentDecoded(pathname))
    .toLowerCase()
    .replace(/;[^/\\]*/g, '')
    .replace(/[/\\]+/g, '/');
  return new URL(`http://service${path}`).pathname.replace(/(.)\/$/, '$1');
}
