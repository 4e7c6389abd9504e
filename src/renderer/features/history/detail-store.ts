import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { HistoryDetail, HistoryEntry } from '@shared/history/history';
import type { Problem } from '@shared/problem';
import { notInHistory } from '@renderer/components/outcome/describe-outcome';
import { SLOW_AFTER_MS } from '@renderer/stores/use-slow-call';
import { useHistoryStore } from './history-store';

/** The two compared exchanges: `before` is the older one. */
export interface Compared {
  readonly before: HistoryDetail;
  readonly after: HistoryDetail;
}

/** The open exchange, or the two that are compared. */
export const useHistoryDetailStore = defineStore('historyDetail', () => {
  const history = useHistoryStore();
  const openId = ref<string | null>(null);
  const detail = shallowRef<HistoryDetail | null>(null);
  /** The open exchange, once it is read. Until then `detail` may still be the one before, which nobody means any more. */
  const current = computed(() => (detail.value?.entry.id === openId.value ? detail.value : null));
  const compared = shallowRef<Compared | null>(null);
  const problem = ref<Problem | null>(null);
  /** True if the open entry was deleted. */
  const gone = ref(false);
  /** True if another entry is taking so long to read that the one still on screen could be mistaken for it. */
  const opening = ref(false);

  async function open(id: string): Promise<void> {
    openId.value = id;
    compared.value = null;
    const late = setTimeout(() => {
      if (openId.value === id) opening.value = current.value === null;
    }, SLOW_AFTER_MS);
    const answer = await window.explorer.openHistoryEntry({ id }).finally(() => clearTimeout(late));
    if (openId.value !== id) return;
    opening.value = false;
    problem.value = answer.ok ? null : answer.problem;
    detail.value = answer.ok ? answer.value : null;
    gone.value = answer.ok && answer.value === null;
  }

  function close(): void {
    openId.value = null;
    opening.value = false;
    detail.value = null;
    compared.value = null;
    problem.value = null;
    gone.value = false;
  }

  /** Reads the open entry again, as after a replay or an answer. */
  async function refresh(): Promise<void> {
    if (openId.value !== null && compared.value === null) await open(openId.value);
  }

  /** Resolves to the problem if the change was not kept. */
  async function mark(id: string, change: { starred?: boolean; note?: string }): Promise<Problem | null> {
    const answer = await window.explorer.markHistoryEntry({ id, ...change });
    if (!answer.ok) return answer.problem;
    if (answer.value === null) return notInHistory('Nothing was kept');
    accept(answer.value);
    return null;
  }

  /** Takes over a newer version of an entry. */
  function accept(entry: HistoryEntry): void {
    history.accept(entry);
    if (detail.value?.entry.id === entry.id) detail.value = { ...detail.value, entry };
  }

  let comparisons = 0;
  async function compare(ids: readonly [string, string]): Promise<void> {
    problem.value = null;
    const { value: from } = openId;
    const turn = (comparisons += 1);
    const [one, other] = await Promise.all(ids.map((id) => window.explorer.openHistoryEntry({ id })));
    // The person has gone to another entry, closed this one, or compared others.
    if (openId.value !== from || turn !== comparisons) return;
    if (!one?.ok || !other?.ok) {
      problem.value = one && !one.ok ? one.problem : other && !other.ok ? other.problem : null;
      return;
    }
    if (one.value === null || other.value === null) return;
    const inOrder = one.value.entry.place <= other.value.entry.place;
    compared.value = inOrder
      ? { before: one.value, after: other.value }
      : { before: other.value, after: one.value };
  }

  function endComparison(): void {
    compared.value = null;
  }

  return {
    openId,
    detail,
    current,
    compared,
    problem,
    gone,
    opening,
    open,
    close,
    refresh,
    mark,
    accept,
    compare,
    endComparison,
  };
});
