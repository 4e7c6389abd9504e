import { useRouter, type RouteLocationRaw } from 'vue-router';
import type { OperationId } from '@contract';
import { isContractOperation, type OperationKey } from '@shared/requests/operation-key';
import { draftOfRequest } from '@shared/vault-forward/draft-request';
import { useComposerInbox } from '../stores/composer-inbox';
import { useRequestInbox, type OpenedRequest } from '../stores/request-inbox';

/** Passes a request to its screen, and returns the screen's location. */
type OpenOnScreen = (opened: OpenedRequest) => RouteLocationRaw;

/** Null for an operation without a screen of its own (yet). The compiler reports any missing operation. */
const screens: Readonly<Record<OperationId, OpenOnScreen | null>> = {
  get_checkout_session: ({ request }) => ({
    name: 'sessions',
    params: { sessionId: request.pathParameters.session_id ?? '' },
  }),
  list_buyers: (opened) => {
    useRequestInbox().offer(opened);
    return { name: 'buyers' };
  },
  vault_forward: ({ request, form, savedId = null, ...opened }) => {
    useComposerInbox().offer({ ...opened, savedId, draft: draftOfRequest(request, form) });
    return { name: 'vault-forward' };
  },
};

/** Operations described only by their requests belong to the API screen. */
const ownRequest: OpenOnScreen = (opened) => {
  useRequestInbox().offer(opened);
  return { name: 'api' };
};

function screenOf(key: OperationKey): OpenOnScreen | null {
  return isContractOperation(key) ? screens[key] : ownRequest;
}

export function hasScreen(operation: OperationKey): boolean {
  return screenOf(operation) !== null;
}

export function useOpenRequest(): (opened: OpenedRequest) => Promise<void> {
  const router = useRouter();
  return async (opened) => {
    const screen = screenOf(opened.request.operation);
    if (screen !== null) await router.push(screen(opened));
  };
}
