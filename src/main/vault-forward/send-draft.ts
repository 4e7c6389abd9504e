import type { ForwardResult } from '../../shared/bridge/vault-forward';
import { ProblemError } from '../../shared/problem';
import type { Profile } from '../../shared/profile';
import { checkDraft } from '../../shared/vault-forward/checks';
import type { DraftHeader, VaultForwardDraft } from '../../shared/vault-forward/draft';
import type { DraftFinding } from '../../shared/vault-forward/finding';
import {
  buildVaultForwardRequest,
  encodeBody,
  SERVICE_HEADERS,
  VAULT_FORWARD_PATH,
} from '../../shared/vault-forward/request';
import type { ApiCall, ApiClient } from '../api/api-client';
import { baseUrlOf } from '../api/api-request';
import type { SendGuard } from '../guards/send-guard';

export interface SendServices {
  readonly api: Pick<ApiClient, 'call'>;
  readonly guard: Pick<SendGuard, 'check'>;
}

export interface SendOrder {
  readonly draft: VaultForwardDraft;
  readonly profile: Profile;
  readonly composedUnder: string | null;
}

/**
 * Sends a draft once, after its checks and the guards. The editor's text is the body, byte for byte. Rejects with a
 * `ProblemError` when nothing was sent.
 */
export async function sendDraft(
  { draft, profile, composedUnder }: SendOrder,
  { api, guard }: SendServices,
  call: ApiCall,
): Promise<ForwardResult> {
  const errors = checkDraft(draft).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw draftHasErrors(errors);
  // The call brings the merchant along itself; the guard sees it, too.
  const { headers } = buildVaultForwardRequest(draft, { ...profile, merchantAccountId: null });
  const markedSecret = markedNames(draft);
  const { body } = draft;
  const verdict = await guard.check(
    {
      profile,
      method: 'POST',
      url: baseUrlOf(profile) + VAULT_FORWARD_PATH,
      headers: buildVaultForwardRequest(draft, profile).headers,
      body,
      composedUnder,
      markedSecret,
      many: null,
    },
    call.signal,
  );
  if (verdict === 'declined') return { kind: 'declined' };
  const exchange = await api.call(
    profile,
    { operation: 'vault_forward', headers, body: encodeBody(body), secretHeaders: markedSecret },
    { ...call, once: true },
  );
  return { kind: 'sent', exchange };
}

/** Names of the headers that the person marked as secret, as they are on the wire. */
function markedNames({ headers, serviceHeaders }: VaultForwardDraft): readonly string[] {
  const marked = (rows: readonly DraftHeader[]): string[] =>
    rows.filter(({ secret }) => secret).map(({ name }) => name);
  return [
    ...marked(serviceHeaders),
    ...marked(headers).map((name) => SERVICE_HEADERS.downstreamPrefix + name),
  ];
}

function draftHasErrors(errors: readonly DraftFinding[]): ProblemError {
  const [first] = errors;
  return new ProblemError({
    code: 'draft-has-errors',
    title: errors.length === 1 ? 'The request has an error' : `The request has ${errors.length} errors`,
    meaning: `${first?.message ?? ''} Nothing was sent.`,
    nextStep: 'Look at Findings: each one leads to its place.',
    detail: errors.map(({ message }) => message).join('\n'),
  });
}
