import { operations } from '../../../contract';
import { MASKED, type SentRequest } from '../../../shared/exchange';
import type { Profile } from '../../../shared/profile';
import type { SavedCall } from '../../../shared/saved-requests';
import { maskedPreview } from '../../../shared/vault-forward/wire-preview';
import { serviceCallHeaders, wireHeaders } from '../../../shared/wire-headers';

/** The request as it would be sent on a profile, secrets masked, to be copied; null while that has no base URL. */
export function unsentRequest(call: SavedCall, profile: Profile | null): SentRequest | null {
  if (profile?.baseUrl == null) return null;
  switch (call.kind) {
    case 'vault_forward': {
      const { draft } = call;
      const bytes = new TextEncoder().encode(draft.body).length;
      const { method, url, headers } = maskedPreview(draft, profile, bytes, '');
      if (url === null) return null;
      const body = { kind: 'text' as const, text: draft.body, bytes, bodyId: null };
      return { method, url, headers: withoutAgent(headers), body };
    }
    case 'get_checkout_session':
      return get(
        profile,
        profile.baseUrl +
          operations.get_checkout_session.path.replace('{session_id}', encodeURIComponent(call.sessionId)),
      );
    case 'list_buyers': {
      const url = new URL(profile.baseUrl + operations.list_buyers.path);
      if (call.cursor !== null) url.searchParams.append('cursor', call.cursor);
      if (call.limit !== null) url.searchParams.append('limit', String(call.limit));
      return get(profile, url.href);
    }
  }
}

function get(profile: Profile, url: string): SentRequest {
  const headers = serviceCallHeaders(profile, MASKED, []);
  const request = { method: 'GET', host: new URL(url).host, headers, bodyBytes: null };
  return { method: 'GET', url, headers: withoutAgent(wireHeaders(request, '')), body: { kind: 'none' } };
}

/** Another program says its own name. */
function withoutAgent(headers: SentRequest['headers']): SentRequest['headers'] {
  return headers.filter(([name]) => name.toLowerCase() !== 'user-agent');
}
