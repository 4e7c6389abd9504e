import { useNow } from '@vueuse/core';
import { defineStore } from 'pinia';
import { ref } from 'vue';

export const useClocksStore = defineStore('clocks', () => {
  /** One clock for all of the window, so that what expires changes everywhere at once. */
  const now = useNow({ interval: 1_000 });
  /**
   * How far the clock of each profile's service is ahead of this computer's, in ms, if the difference is larger than
   * tolerated; by profile id.
   */
  const skews = ref<ReadonlyMap<string, number>>(new Map());
  window.explorer.on('clockSkewChanged', ({ profileId, skewMs }) => {
    const next = new Map(skews.value);
    if (skewMs === null) next.delete(profileId);
    else next.set(profileId, skewMs);
    skews.value = next;
  });

  /** Converts a time on this computer's clock to the clock of a profile's service, by which validity is judged. */
  function serviceTime(profileId: string | null, ours: Date): Date {
    const skew = skews.value.get(profileId ?? '');
    return skew === undefined ? ours : new Date(ours.getTime() + skew);
  }
  return { now, skews, serviceTime };
});
