import { computed, type ComputedRef } from 'vue';
import { operations } from '@contract';
import type { Exchange } from '@shared/http/exchange';
import { readForwardAnswer, type ForwardAnswer } from '@renderer/tools/vault-forward/forward-answer';
import { useProfilesStore } from '@renderer/stores/profiles';

/** Whose answer an exchange has: the destination's, the service's, or nobody's. */
export function useForwardAnswer(exchange: () => Exchange): ComputedRef<ForwardAnswer> {
  const profiles = useProfilesStore();
  return computed(() =>
    readForwardAnswer(exchange(), {
      requiredScope: operations.vault_forward.requiredScopes?.[0] ?? null,
      credential: profiles.activeId === exchange().profile.id ? profiles.credential : null,
    }),
  );
}
