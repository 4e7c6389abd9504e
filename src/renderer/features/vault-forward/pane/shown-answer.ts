import { computed, type ComputedRef } from 'vue';
import { operations } from '@contract';
import type { Exchange } from '@shared/http/exchange';
import { readForwardAnswer, type ForwardAnswer } from '@renderer/tools/vault-forward/forward-answer';
import { useProfilesStore } from '@renderer/stores/profiles';
import type { DraftTab, SentDraft } from '../drafts/draft-tab';

/** The answer that is in sight: the last one, or the one before it while the next is on its way. */
export function shownAnswer(tab: DraftTab): SentDraft | null {
  const { state } = tab.sending;
  if (state.kind === 'done') return state;
  return state.kind === 'working' ? tab.before : null;
}

/** Whose answer an exchange brought. */
export function useForwardAnswer(exchange: () => Exchange): ComputedRef<ForwardAnswer> {
  const profiles = useProfilesStore();
  return computed(() =>
    readForwardAnswer(exchange(), {
      requiredScope: operations.vault_forward.requiredScopes?.[0] ?? null,
      credential: profiles.activeId === exchange().profile.id ? profiles.credential : null,
    }),
  );
}
