import { watchDebounced } from '@vueuse/core';
import { computed, ref, type ComputedRef } from 'vue';
import type { RequestSpec } from '@shared/requests/request-spec';
import { oneAtATime } from '../tools/one-at-a-time';
import { useOpenSendsStore } from './open-sends';
import { useProfilesStore } from './profiles';
import { useVariablesStore } from './variables';

/** In ms after the last change, as main computes several fingerprints of the whole content. */
const AFTER_MS = 300;

/** A draft in sight. */
interface InSight {
  readonly familyId: string;
  /** Changes whenever the request does; cheap to read. */
  readonly version: readonly unknown[];
  /** Null if there is nothing to ask about. */
  readonly compose: () => RequestSpec | null;
}

/**
 * Whether main would ask about an earlier send of the draft in sight. Only main knows about requests of other drafts
 * with the same content; it is not asked while no send is open at all.
 */
export function useIsOut(inSight: () => InSight | null): ComputedRef<boolean> {
  const sends = useOpenSendsStore();
  const profiles = useProfilesStore();
  const variables = useVariablesStore();
  /** The family of the draft about which main last said so; null if it did not. */
  const out = ref<string | null>(null);
  const look = oneAtATime(async () => {
    const now = sends.open.any ? inSight() : null;
    const request = now?.compose() ?? null;
    const familyId = now?.familyId ?? null;
    const answer = request && (await window.explorer.isOut({ request, familyId }));
    out.value = answer?.ok === true && answer.value ? familyId : null;
  });
  watchDebounced(
    () => {
      const { familyId, version = [] } = inSight() ?? {};
      return [familyId, ...version, sends.open, profiles.active, variables.own];
    },
    look,
    { debounce: AFTER_MS, immediate: true },
  );
  return computed(() => out.value !== null && out.value === inSight()?.familyId);
}
