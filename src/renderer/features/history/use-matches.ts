import { refDebounced } from '@vueuse/core';
import { computed, ref, shallowRef, watch, type Ref } from 'vue';
import { MAX_MATCHES, type HistoryMatch } from '@shared/history/history';
import { wholeMatch } from './whole-match';

/** In ms. During fast scrolling, matches are requested only where it stops. */
const ASKED_AFTER_MS = 120;

/** The places of the searched words in the entries in sight, requested as entries come into sight. */
export function useMatches(
  text: Ref<string>,
  ids: Ref<readonly string[]>,
): (id: string) => HistoryMatch | null {
  const found = shallowRef<ReadonlyMap<string, HistoryMatch | null>>(new Map());
  const foundFor = ref('');
  const wanted = computed(() => (text.value.trim() === '' ? '' : `${text.value}\n${ids.value.join(' ')}`));
  const settled = refDebounced(wanted, ASKED_AFTER_MS);

  watch(settled, async () => {
    const asked = text.value;
    if (asked.trim() === '') return;
    const known = foundFor.value === asked ? found.value : new Map<string, HistoryMatch | null>();
    const missing = ids.value.filter((id) => !known.has(id)).slice(0, MAX_MATCHES);
    if (missing.length === 0) return;
    const answer = await window.explorer.findHistoryMatches({ ids: missing, text: asked });
    if (!answer.ok || text.value !== asked) return;
    const before = foundFor.value === asked ? found.value : new Map<string, HistoryMatch | null>();
    const read = (id: string): HistoryMatch | null => {
      const match = answer.value[id];
      return match ? wholeMatch(match, asked) : null;
    };
    found.value = new Map([...before, ...missing.map((id) => [id, read(id)] as const)]);
    foundFor.value = asked;
  });

  return (id) => (foundFor.value === text.value ? (found.value.get(id) ?? null) : null);
}
