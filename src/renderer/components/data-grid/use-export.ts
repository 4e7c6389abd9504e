import { ref, shallowRef } from 'vue';
import type { ExportFormat } from '@shared/bridge/exports';
import type { Problem } from '@shared/problem';
import { exportRows, type ExportOutcome, type ExportSource } from './export-rows';

export type ExportState =
  | { readonly kind: 'none' }
  | { readonly kind: 'writing'; readonly rows: number; readonly count: number }
  | { readonly kind: 'done'; readonly outcome: ExportOutcome }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Runs one export at a time, and keeps the outcome of the last one. */
export function useExport() {
  const state = shallowRef<ExportState>({ kind: 'none' });
  const running = ref(false);
  let stop: AbortController | null = null;

  async function start(source: ExportSource, format: ExportFormat): Promise<void> {
    if (running.value) return;
    running.value = true;
    stop = new AbortController();
    const { count } = source;
    const answer = await exportRows(
      source,
      format,
      (rows) => (state.value = { kind: 'writing', rows, count }),
      stop.signal,
    );
    running.value = false;
    if (!answer.ok) state.value = { kind: 'failed', problem: answer.problem };
    else state.value = answer.value === null ? { kind: 'none' } : { kind: 'done', outcome: answer.value };
  }

  /** Not while an export is under way: its progress has the button that cancels it. */
  function dismiss(): void {
    if (!running.value) state.value = { kind: 'none' };
  }

  return { state, running, start, cancel: () => stop?.abort(), dismiss };
}
