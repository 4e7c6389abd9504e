import type { SavedRun } from '../../shared/bridge/saved-requests';
import { checkExpectations } from '../../shared/check-expectations';
import type { ForwardResult } from '../../shared/bridge/vault-forward';
import type { Profile } from '../../shared/profile';
import type { SavedRequest } from '../../shared/saved-requests';
import type { ApiCall } from '../api/api-client';
import { buildRequest, type ApiRequest } from '../api/api-request';
import type { VaultForwardDraft } from '../../shared/vault-forward/draft';
import { sendDraft, type SendServices } from '../vault-forward/send-draft';

export interface RunServices extends SendServices {
  /** Puts in the values of secret headers that main keeps. Rejects with a `ProblemError` when one is gone. */
  readonly withSecrets: (draft: VaultForwardDraft) => Promise<VaultForwardDraft>;
}

/** Sends a saved request once, after the guards, and compares the answer with what was expected of it. */
export async function runSavedRequest(
  saved: SavedRequest,
  profile: Profile,
  services: RunServices,
  call: ApiCall,
): Promise<SavedRun> {
  const result = await send(saved, profile, services, call);
  if (result.kind === 'declined') return result;
  const { exchange } = result;
  return { kind: 'sent', exchange, results: checkExpectations(saved.expectations, exchange.response) };
}

async function send(
  { call: saved, profileId }: SavedRequest,
  profile: Profile,
  services: RunServices,
  call: ApiCall,
): Promise<ForwardResult> {
  switch (saved.kind) {
    case 'vault_forward':
      return sendDraft(
        { draft: await services.withSecrets(saved.draft), profile, composedUnder: profileId },
        services,
        call,
      );
    case 'get_checkout_session':
      return read({
        operation: 'get_checkout_session',
        pathParameters: { session_id: saved.sessionId },
      });
    case 'list_buyers':
      return read({
        operation: 'list_buyers',
        query: [
          ...(saved.cursor === null ? [] : [['cursor', saved.cursor] as const]),
          ...(saved.limit === null ? [] : [['limit', String(saved.limit)] as const]),
        ],
      });
  }

  async function read(request: ApiRequest): Promise<ForwardResult> {
    const { method, url, headers } = buildRequest(profile, '', request);
    const verdict = await services.guard.check(
      {
        profile,
        method,
        url,
        headers: headers.filter(([name]) => name !== 'authorization'),
        body: '',
        composedUnder: profileId,
        many: null,
      },
      call.signal,
    );
    if (verdict === 'declined') return { kind: 'declined' };
    return { kind: 'sent', exchange: await services.api.call(profile, request, call) };
  }
}
