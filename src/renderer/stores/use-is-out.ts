import { watchDebounced } from '@vueuse/core';
import { readonly, ref, type Ref } from 'vue';
import type { RequestSpec } from '@shared/requests/request-spec';
import { oneAtATime } from '../tools/one-at-a-time';
import { useOpenSendsStore } from './open-sends';
import { useProfilesStore } from './profiles';
import { useVariablesStore } from './variables';

/** In ms, after the last change: main computes several marks of the whole content. */
const AFTER_MS = 300;

/** Said beside Send. */
export const SAME_CONTENT = 'The same content may have reached the destination already.';

/**
 * Whether main would ask about an earlier send of what is being composed. Only main can tell for a request of another
 * draft with the same content; it is not asked while no send at all is open.
 * @param versions changes whenever the request does; reading it must be cheap.
 */
export function useIsOut(
  versions: () => readonly unknown[],
  compose: () => { readonly request: RequestSpec; readonly familyId: string | null } | null,
): Readonly<Ref<boolean>> {
  const sends = useOpenSendsStore();
  const profiles = useProfilesStore();
  const variables = useVariablesStore();
  const isOut = ref(false);
  const look = oneAtATime(async () => {
    const composed = sends.open.any ? compose() : null;
    const answer = composed && (await window.explorer.isOut(composed));
    isOut.value = answer?.ok === true && answer.value;
  });
  watchDebounced(() => [...versions(), sends.open, profiles.active, variables.own], look, {
    debounce: AFTER_MS,
    immediate: true,
  });
  return readonly(isOut);
}
