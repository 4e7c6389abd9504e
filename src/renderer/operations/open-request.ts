import { useRouter, type RouteLocationRaw } from 'vue-router';
import type { OperationId } from '@contract';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { DraftForm } from '@shared/vault-forward/draft';
import { draftOfRequest } from '@shared/vault-forward/draft-request';
import { useComposerInbox } from '../stores/composer-inbox';
import { useRequestInbox } from '../stores/request-inbox';

/** A request that is to be shown on the screen where such requests are made. */
export interface OpenedRequest {
  readonly request: RequestSpec;
  readonly form: DraftForm | null;
  /** What its tab is called; null lets the screen name it. */
  readonly name: string | null;
  /** The profile that it was composed or recorded under. */
  readonly profileId: string;
  /** The saved request that it is; null for any other. */
  readonly savedId: string | null;
  /** Sentences on what could not be taken over. */
  readonly notes: readonly string[];
}

/** Hands a request to its screen, and says where that is. */
type OpenOnScreen = (opened: OpenedRequest) => RouteLocationRaw;

/** Null: it has no screen of its own (yet). The compiler finds an operation that is missing. */
const screens: Readonly<Record<OperationId, OpenOnScreen | null>> = {
  get_checkout_session: ({ request }) => ({
    name: 'sessions',
    params: { sessionId: request.pathParameters.session_id ?? '' },
  }),
  list_buyers: ({ request }) => {
    useRequestInbox().offer(request);
    return { name: 'buyers' };
  },
  vault_forward: ({ request, form, name, profileId, savedId, notes }) => {
    useComposerInbox().offer({ draft: draftOfRequest(request, form), name, profileId, savedId, notes });
    return { name: 'vault-forward' };
  },
};

export function hasScreen(operation: OperationId): boolean {
  return typeof screens[operation] === 'function';
}

export function useOpenRequest(): (opened: OpenedRequest) => Promise<void> {
  const router = useRouter();
  return async (opened) => {
    const screen = screens[opened.request.operation];
    if (typeof screen === 'function') await router.push(screen(opened));
  };
}
