import { computed, ref, shallowRef, watch } from 'vue';
import { useRouter } from 'vue-router';
import type { RecentSession } from '@shared/bridge/sessions';
import type { HistoryEntry } from '@shared/history/history';
import { useOpenRequest } from '../../operations/open-request';
import { useClocksStore } from '../../stores/clocks';
import { useProfilesStore } from '../../stores/profiles';
import { useSavedRequestsStore } from '../../stores/saved-requests';
import { useOverlaysStore } from '../../stores/overlays';
import { useSettingsStore } from '../../stores/settings';
import { useShortcutsStore } from '../../stores/shortcuts';
import { arrange } from './arrange';
import { buttonEntries } from './button-entries';
import { commandEntries } from './command-entries';
import type { Entry } from './entry';
import { search, type Match } from './fuzzy';
import { historyEntries, searchHistory } from './history-entries';
import { operationEntries, profileEntries, savedRequestEntries, screenEntries } from './place-entries';
import { recentEntries, uuidEntries, type SessionServices } from './session-entries';
import { keepUses, readUses, withUse } from './uses';

const NO_MARKS = { words: [], note: [], kind: [] } as const;

/** What the command palette finds for the typed text. Only the history is searched elsewhere, in main. */
export function usePalette() {
  const router = useRouter();
  const profiles = useProfilesStore();
  const clocks = useClocksStore();
  const saved = useSavedRequestsStore();
  const settings = useSettingsStore();
  const shortcuts = useShortcutsStore();
  const overlays = useOverlaysStore();
  const openRequest = useOpenRequest();

  const typed = ref('');
  const uses = shallowRef(readUses());
  const recent = shallowRef<readonly RecentSession[]>([]);
  const fromHistory = shallowRef<readonly HistoryEntry[]>([]);
  /** Fixed while the palette is open, so that nothing in it moves. */
  const now = new Date();

  const sessionServices = computed<SessionServices>(() => ({
    router,
    profiles: profiles.profiles,
    activeId: profiles.activeId,
    activate: async (id) => (await profiles.activate(id)).ok,
    openRequest,
  }));

  /** Entries that stay the same while it is open are created once, not for every letter. */
  const here = computed<readonly Entry[]>(() => [
    ...commandEntries({ router, shortcuts, settings, overlays }),
    ...recentEntries(recent.value, sessionServices.value, now, clocks.serviceTime(profiles.activeId, now)),
    ...screenEntries(router),
    ...profileEntries(profiles.profiles, profiles.activeId, (id) => profiles.activate(id)),
    ...savedRequestEntries(saved.lines, router),
    ...operationEntries(router),
  ]);
  const buttons = computed<readonly Entry[]>(() => {
    const screen = document.querySelector('main');
    return screen === null ? [] : buttonEntries(screen, here.value);
  });
  // With nothing typed, the buttons would crowd out entries that are not on the screen.
  const all = computed(() => (typed.value === '' ? here.value : [...here.value, ...buttons.value]));
  const reads = computed(() => uuidEntries(typed.value, sessionServices.value) ?? []);
  const matches = computed<readonly Match<Entry>[]>(() => [
    ...reads.value.map((item) => ({ item, tier: 0, marks: NO_MARKS }) as const),
    ...search(all.value, typed.value),
    // The index may have found text that is not shown here; only what the line shows is marked.
    ...historyEntries(fromHistory.value, router, now, clocks.serviceTime).map((item) => ({
      item,
      tier: 2 as const,
      marks: search([item], typed.value)[0]?.marks ?? NO_MARKS,
    })),
  ]);
  const groups = computed(() => arrange(matches.value, uses.value, now.getTime()));

  watch(typed, async (text) => {
    const found = await searchHistory(text);
    if (found !== null && text === typed.value) fromHistory.value = found;
  });

  async function start(): Promise<void> {
    void saved.load();
    const profileId = profiles.activeId;
    if (profileId === null) return;
    const answer = await window.explorer.listRecentSessions({ profileId });
    if (answer.ok) recent.value = answer.value;
  }

  function count({ key }: Entry): void {
    if (key === null) return;
    uses.value = withUse(uses.value, key, Date.now());
    keepUses(uses.value);
  }

  return { typed, groups, total: computed(() => matches.value.length), start, count };
}
