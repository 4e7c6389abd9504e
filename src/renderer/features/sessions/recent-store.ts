import { watchDebounced } from '@vueuse/core';
import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { RecentSession } from '@shared/bridge/sessions';
import type { Problem, Result } from '@shared/problem';
import { findUuids } from '@shared/text/uuid';
import { useDatabaseStore } from '@renderer/stores/database';
import { useProfilesStore } from '@renderer/stores/profiles';
import { drawnAmount } from '@renderer/tools/money';
import { shortenMiddle } from '@renderer/tools/shorten-middle';
import type { EarlierLookUp } from './find-earlier';

/** A single letter would be found in nearly every exchange. */
const MIN_LETTERS = 2;

/** As its row shows it: people search for what they see. */
function drawnTotal({ total }: RecentSession): string {
  return total === null ? '' : drawnAmount(BigInt(total), null);
}

/** The recent look-ups of the active profile. */
export const useRecentStore = defineStore('recentSessions', () => {
  const profiles = useProfilesStore();
  const entries = shallowRef<readonly RecentSession[]>([]);
  /** True once they have been read: only then does an empty list mean that there are none. */
  const isRead = ref(false);
  /** Why they cannot be shown, pinned or cleared, or why the last look-up is not among them. */
  const problem = shallowRef<Problem | null>(null);
  /** How often they were cleared or restored. */
  const clears = ref(0);
  const search = ref('');
  const searching = ref(false);
  /** Look-ups in the history that the search finds beyond the recent ones: the newest of each session. */
  const earlier = shallowRef<readonly EarlierLookUp[]>([]);

  /** The order on screen when an entry was chosen: the entry stays in place although it becomes the newest. */
  const held = shallowRef<readonly string[]>([]);

  const inOrder = computed(() => {
    const places = new Map(held.value.map((id, place) => [id, place]));
    // Another session has been looked up: the newest comes first again.
    if (entries.value.some(({ sessionId }) => !places.has(sessionId))) return entries.value;
    return [...entries.value].sort(
      (one, other) => (places.get(one.sessionId) ?? 0) - (places.get(other.sessionId) ?? 0),
    );
  });
  /** What is searched for: of a link or a line of a log, the ID in it, as no look-up has its other words. */
  const words = computed(() => {
    const text = search.value.trim();
    const [id, ...more] = findUuids(text);
    return id === undefined || more.length > 0 ? text : id;
  });
  const shown = computed(() => {
    const wanted = words.value.toLowerCase();
    return wanted === ''
      ? inOrder.value
      : inOrder.value.filter((entry) =>
          [
            entry.sessionId,
            shortenMiddle(entry.sessionId),
            entry.outcome,
            entry.buyer,
            entry.card,
            entry.total,
            drawnTotal(entry),
          ]
            .join('\n')
            .toLowerCase()
            .includes(wanted),
        );
  });

  /** Searches for these words: a buyer, an email, an order. */
  function find(wanted: string): void {
    searching.value = true;
    search.value = wanted;
  }

  function endSearch(): void {
    searching.value = false;
    search.value = '';
  }

  /** Ends the search if it would hide the session being looked up. */
  function endSearchWithout(sessionId: string): void {
    if (![...shown.value, ...earlier.value].some((entry) => entry.sessionId === sessionId)) endSearch();
  }

  /** Searches whole answers, including metadata and emails. */
  async function searchEarlier(): Promise<void> {
    const { value: text } = words;
    const profileId = profiles.activeId;
    if (text.length < MIN_LETTERS || profileId === null) {
      earlier.value = [];
      return;
    }
    const { findEarlier } = await import('./find-earlier');
    const found = await findEarlier(text, profileId);
    if (found !== null && words.value === text && profiles.activeId === profileId) earlier.value = found;
  }
  watchDebounced([search, entries], searchEarlier, { debounce: 150 });

  function hold(): void {
    held.value = inOrder.value.map(({ sessionId }) => sessionId);
  }

  async function read(): Promise<void> {
    const profileId = profiles.activeId;
    if (profileId === null) return;
    accept(profileId, await window.explorer.listRecentSessions({ profileId }));
  }

  async function pin(entry: RecentSession): Promise<void> {
    const profileId = profiles.activeId;
    if (profileId === null) return;
    const { sessionId, pinned } = entry;
    const answer = await window.explorer.pinRecentSession({ profileId, sessionId, pinned: !pinned });
    held.value = [];
    accept(profileId, answer);
  }

  /** Takes main's answer for a profile, unless the person has switched to another one meanwhile. */
  function accept(profileId: string, answer: Result<readonly RecentSession[]>): void {
    if (profiles.activeId !== profileId) return;
    problem.value = answer.ok ? null : answer.problem;
    if (!answer.ok) return;
    entries.value = answer.value;
    isRead.value = true;
  }

  watch(
    () => profiles.activeId,
    () => {
      entries.value = [];
      problem.value = null;
      held.value = [];
      endSearch();
      void read();
    },
    { immediate: true },
  );
  const database = useDatabaseStore();
  watch(() => database.hidesKept, read);

  return {
    entries,
    isRead,
    clears,
    problem,
    search,
    searching,
    earlier: computed(() => {
      const known = new Set(shown.value.map(({ sessionId }) => sessionId));
      return earlier.value.filter(({ sessionId }) => !known.has(sessionId));
    }),
    find,
    endSearchWithout,
    shown,
    hold,
    read,
    pin,
    accept,
  };
});
