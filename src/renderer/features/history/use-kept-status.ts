import { computed, onActivated, onDeactivated, ref, shallowRef, watch } from 'vue';
import type { HistoryRequests } from '@shared/bridge/history';
import { countOf } from '@shared/text/count-of';
import { formatBytes } from '@renderer/components/describe-exchange';
import { useDatabaseStore } from '@renderer/stores/database';
import { useSettingsStore } from '@renderer/stores/settings';
import { useStatusStore } from '@renderer/stores/status';
import { useStatusWords } from '@renderer/stores/use-status-words';
import { useHistoryStore } from './history-store';

/** While the history is in sight, the status bar says how much is kept, and for how long. */
export function useKeptStatus(): void {
  const history = useHistoryStore();
  const settings = useSettingsStore();
  const storage = useDatabaseStore();
  const status = useStatusStore();
  const inSight = ref(false);
  const size = shallowRef<HistoryRequests['measureHistory']['result'] | null>(null);
  const words = computed(() => {
    if (size.value === null) return null;
    const { entries, bytes } = size.value;
    const days = settings.state?.settings.history.mostDays ?? null;
    // If the file cannot be read, its number of entries is not known, and those in memory are kept only for this run.
    if (storage.state.kind === 'session-only' && !storage.state.showsKept)
      return `${countOf(entries, 'request')} of this run`;
    const facts = [`${countOf(entries, 'request')} kept`, formatBytes(bytes)];
    return [...facts, ...(days === null ? [] : [countOf(days, 'day')])].join(' · ');
  });

  // A search does not change how much is kept: while the person is typing, the search has the database to itself.
  watch([inSight, () => history.changes], async ([isInSight]) => {
    if (!isInSight) return;
    const answer = await window.explorer.measureHistory();
    size.value = answer.ok ? answer.value : null;
  });
  useStatusWords(() => words.value);
  onActivated(() => {
    inSight.value = true;
    status.show(null);
  });
  onDeactivated(() => (inSight.value = false));
}
