import { watchDebounced } from '@vueuse/core';
import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import {
  EMPTY_HISTORY_QUERY,
  type HistoryEntry,
  type HistoryFacets,
  type HistoryPage,
  type HistoryQuery,
} from '@shared/history/history';
import type { Problem } from '@shared/problem';
import { useKeptTextsStore } from '@renderer/stores/kept-texts';
import { SLOW_AFTER_MS } from '@renderer/stores/use-slow-call';
import { searchTextOf } from './search-text';

const PAGE = 100;
/** In ms. Counting starts a moment after the list is shown, so that it does not slow down typing. */
const COUNT_AFTER_MS = 150;

interface FoundTotal {
  readonly count: number;
  readonly atLeast: boolean;
  /** True if it is the number of matches, not of the whole history. */
  readonly found: boolean;
}

function isFilter(query: HistoryQuery): boolean {
  return JSON.stringify(query) !== JSON.stringify(EMPTY_HISTORY_QUERY);
}

/** The search in the history, and its results. */
export const useHistoryStore = defineStore('history', () => {
  const query = ref<HistoryQuery>(EMPTY_HISTORY_QUERY);
  const entries = shallowRef<readonly HistoryEntry[]>([]);
  /** Number of entries in the pages read so far that exist but cannot be read. */
  const unreadable = ref(0);
  /** Number of entries that are not in the search index yet. */
  const unindexed = ref(0);
  const next = ref<number | null>(null);
  const facets = shallowRef<HistoryFacets | null>(null);
  const loading = ref(false);
  const loaded = ref(false);
  const problem = ref<Problem | null>(null);
  /** Why the last exchange could not be written to the history. */
  const trouble = ref<Problem | null>(null);
  /** Ids of the ticked entries, including those that are not in the current results. */
  const ticked = ref<ReadonlySet<string>>(new Set());
  /** Ids of the entries in the current or last question about deletion. */
  const toDelete = shallowRef<readonly string[]>([]);
  const asksToDelete = ref(false);
  /** Counts the changes that main has reported since the history was first shown. */
  const changes = ref(0);
  /** The query that `entries` answer; null before the first answer. */
  const foundBy = shallowRef<HistoryQuery | null>(null);
  /** The query that `facets` answer. */
  const countedBy = shallowRef<HistoryQuery | null>(null);
  /** True if the current query is taking long to answer. */
  const waits = ref(false);
  let asked = 0;
  let counting = 0;
  let started = false;

  const filtered = computed(() => isFilter(query.value));
  /** True if the list is the answer to the current query. */
  const isAnswered = computed(() => foundBy.value === query.value);

  /** How many entries match, as far as is known. `atLeast`: this many are listed, and there are more. */
  const total = computed((): FoundTotal => {
    const found = foundBy.value !== null && isFilter(foundBy.value);
    return countedBy.value === foundBy.value && facets.value !== null
      ? { count: facets.value.total, atLeast: false, found }
      : { count: entries.value.length, atLeast: next.value !== null, found };
  });

  /** The text that is searched for; a typed card number does not leave this store. */
  const searched = computed(() => searchTextOf(query.value.text));

  function plainQuery(): HistoryQuery {
    const { operations, statusClasses, profileIds, outcomes, starred } = query.value;
    return {
      text: searched.value.text,
      operations: [...operations],
      statusClasses: [...statusClasses],
      profileIds: [...profileIds],
      outcomes: [...outcomes],
      starred,
    };
  }

  /** Searches again, starting from the newest entry. */
  async function search(): Promise<void> {
    const slow = setTimeout(() => (waits.value = !isAnswered.value), SLOW_AFTER_MS);
    await readFirst((page) => {
      entries.value = page.entries;
      unreadable.value = page.unreadable;
      next.value = page.next;
    }).finally(() => clearTimeout(slow));
  }

  /** Removes the ticks of deleted entries, if the list is complete enough to tell. */
  function pruneTicks(): void {
    if (filtered.value || next.value !== null) return;
    const known = new Set(entries.value.map(({ id }) => id));
    if ([...ticked.value].every((id) => known.has(id))) return;
    ticked.value = new Set([...ticked.value].filter((id) => known.has(id)));
  }

  /** Updates the newest entries, and keeps the older ones that are already loaded. */
  async function update(): Promise<void> {
    // The list is the answer to another query.
    if (!isAnswered.value) return search();
    await readFirst(merge);
  }

  function merge(page: HistoryPage): void {
    const last = page.entries[page.entries.length - 1];
    // If the newest page is all there is, older entries were deleted.
    const older =
      page.next === null || last === undefined ? [] : entries.value.filter(({ place }) => place < last.place);
    const overlaps = entries.value.some(({ id }) => page.entries.some((entry) => entry.id === id));
    entries.value = overlaps ? [...page.entries, ...older] : page.entries;
    if (!overlaps || older.length === 0) {
      next.value = page.next;
      unreadable.value = page.unreadable;
    }
    pruneTicks();
  }

  /**
   * Shows the first page, unless another search has begun meanwhile. Its rows and the state of the search change
   * together.
   */
  async function readFirst(show: (page: HistoryPage) => void): Promise<void> {
    const turn = ++asked;
    const asks = query.value;
    const answer = await window.explorer.searchHistory({ query: plainQuery(), before: null, limit: PAGE });
    if (turn !== asked) return;
    loaded.value = true;
    waits.value = false;
    problem.value = answer.ok ? null : answer.problem;
    if (!answer.ok || answer.value === null) return;
    trouble.value = answer.value.notWritten;
    foundBy.value = asks;
    unindexed.value = answer.value.unindexed;
    show(answer.value);
  }

  async function more(): Promise<void> {
    if (next.value === null || loading.value || !isAnswered.value) return;
    loading.value = true;
    const turn = asked;
    const answer = await window.explorer.searchHistory({
      query: plainQuery(),
      before: next.value,
      limit: PAGE,
    });
    loading.value = false;
    if (turn !== asked || !answer.ok || answer.value === null) return;
    entries.value = [...entries.value, ...answer.value.entries];
    unreadable.value += answer.value.unreadable;
    next.value = answer.value.next;
  }

  async function count(): Promise<void> {
    const turn = ++counting;
    const asks = query.value;
    const answer = await window.explorer.countHistory({ query: plainQuery() });
    if (turn !== counting || !answer.ok || answer.value === null) return;
    facets.value = answer.value;
    countedBy.value = asks;
  }

  function refine(changes: Partial<HistoryQuery>): void {
    query.value = { ...query.value, ...changes };
  }

  /** Adds a value of a facet to the query, or removes it. */
  function toggle<Facet extends 'operations' | 'statusClasses' | 'profileIds' | 'outcomes'>(
    facet: Facet,
    value: HistoryQuery[Facet][number],
  ): void {
    const values: readonly HistoryQuery[Facet][number][] = query.value[facet];
    const changed = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
    refine({ [facet]: changed });
  }

  /**
   * @param openId the entry that is open, if this one is added with Ctrl as in a file manager: what is open looks chosen,
   * and counts as the first.
   */
  function tick(id: string, on: boolean, openId: string | null = null): void {
    const changed = new Set(ticked.value);
    if (changed.size === 0 && openId !== null && entries.value.some((entry) => entry.id === openId))
      changed.add(openId);
    if (on) changed.add(id);
    else changed.delete(id);
    ticked.value = changed;
  }

  function untickAll(): void {
    ticked.value = new Set();
  }

  /** Replaces an entry with a newer version. */
  function accept(entry: HistoryEntry): void {
    entries.value = entries.value.map((other) => (other.id === entry.id ? entry : other));
  }

  function askToDelete(ids: readonly string[]): void {
    toDelete.value = ids;
    asksToDelete.value = true;
  }

  /** The entry that takes the place of these in the list: the next one, or else the one before them. */
  function neighbourOf(ids: readonly string[]): string | null {
    const at = entries.value.findIndex(({ id }) => ids.includes(id));
    if (at === -1) return null;
    const next = entries.value.slice(at).find(({ id }) => !ids.includes(id));
    return (next ?? entries.value[at - 1])?.id ?? null;
  }

  async function remove(ids: readonly string[]): Promise<void> {
    const texts = useKeptTextsStore();
    texts.drop(ids);
    const answer = await window.explorer.deleteHistoryEntries({ ids });
    if (!answer.ok) {
      texts.restore(ids);
      problem.value = answer.problem;
      return;
    }
    const gone = new Set(ids);
    entries.value = entries.value.filter(({ id }) => !gone.has(id));
    ticked.value = new Set([...ticked.value].filter((id) => !gone.has(id)));
    await count();
  }

  async function refresh(): Promise<void> {
    await Promise.all([search(), count()]);
  }

  /**
   * Called whenever the view is shown; nothing is searched before that. It updates each time, as main reports the
   * latest exchanges with a short delay, and a person who comes to see one must find it in the list.
   */
  function start(): void {
    if (loaded.value) void update();
    if (started) return;
    started = true;
    window.explorer.on('historyChanged', (change) => {
      trouble.value = change.problem;
      changes.value += 1;
      void update();
      void count();
    });
    watch(query, () => {
      counting += 1;
      void search();
    });
    watchDebounced(query, () => void count(), { debounce: COUNT_AFTER_MS });
    void search();
    void count();
  }

  return {
    query,
    entries,
    changes,
    unreadable,
    unindexed,
    next,
    facets,
    total,
    loaded,
    isAnswered,
    waits,
    problem,
    trouble,
    ticked,
    toDelete,
    asksToDelete,
    filtered,
    searched,
    start,
    more,
    refine,
    toggle,
    tick,
    untickAll,
    accept,
    askToDelete,
    neighbourOf,
    remove,
    refresh,
  };
});
