import { defineStore } from 'pinia';
import { ref } from 'vue';

/**
 * How far the clock of each profile's service is ahead of this computer's, in ms, if that is more than tolerable. By
 * profile id.
 */
export const useClocksStore = defineStore('clocks', () => {
  const skews = ref<ReadonlyMap<string, number>>(new Map());
  window.explorer.on('clockSkewChanged', ({ profileId, skewMs }) => {
    const next = new Map(skews.value);
    if (skewMs === null) next.delete(profileId);
    else next.set(profileId, skewMs);
    skews.value = next;
  });

  /** The time on the clock of a profile's service at a time of this computer's, by which validity is judged. */
  function serviceTime(profileId: string | null, ours: Date): Date {
    const skew = skews.value.get(profileId ?? '');
    return skew === undefined ? ours : new Date(ours.getTime() + skew);
  }
  return { skews, serviceTime };
});
