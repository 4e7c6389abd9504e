import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { statusWords } from '../../components/exchange-words';
import type { Problem } from '../../../shared/problem';
import type { ExpectationResult, SavedRequestLine } from '../../../shared/saved-requests';

/** What became of one request of a run. */
export interface RunLine {
  readonly line: SavedRequestLine;
  readonly state:
    | { readonly kind: 'waiting' | 'running' | 'skipped' | 'cancelled' }
    | {
        readonly kind: 'done';
        readonly exchangeId: string;
        /** `200 OK`. */
        readonly answer: string;
        readonly ms: number;
        readonly results: readonly ExpectationResult[];
      }
    | { readonly kind: 'refused'; readonly problem: Problem };
}

/** Sends saved requests, one or a folder of them, one after the other, and keeps a small report. */
export const useRunStore = defineStore('savedRequestRun', () => {
  const lines = shallowRef<readonly RunLine[]>([]);
  const title = ref('');
  const callId = ref<string | null>(null);
  const startedAt = ref(0);
  let stopped = false;

  const running = computed(() => lines.value.some(({ state }) => state.kind === 'running'));
  const summary = computed(() => {
    const count = (test: (line: RunLine) => boolean): number => lines.value.filter(test).length;
    return {
      met: count(isMet),
      unmet: count((line) => line.state.kind === 'refused' || (line.state.kind === 'done' && !isMet(line))),
      left: count(({ state }) => ['waiting', 'running', 'skipped', 'cancelled'].includes(state.kind)),
    };
  });

  async function run(requests: readonly SavedRequestLine[], name: string): Promise<void> {
    if (running.value) return;
    stopped = false;
    title.value = name;
    startedAt.value = Date.now();
    lines.value = requests.map((line) => ({ line, state: { kind: 'waiting' } }));
    for (const request of requests) {
      if (stopped) set(request, { kind: 'cancelled' });
      else await runOne(request);
    }
    callId.value = null;
  }

  async function runOne(request: SavedRequestLine): Promise<void> {
    set(request, { kind: 'running' });
    callId.value = crypto.randomUUID();
    const answer = await window.explorer.runSavedRequest({ id: request.id, callId: callId.value });
    if (!answer.ok) return set(request, { kind: 'refused', problem: answer.problem });
    if (answer.value.kind === 'declined') return set(request, { kind: 'skipped' });
    const { exchange, results } = answer.value;
    set(request, {
      kind: 'done',
      exchangeId: exchange.id,
      answer: statusWords(exchange),
      ms: exchange.timings.totalMs,
      results,
    });
  }

  function set(request: SavedRequestLine, state: RunLine['state']): void {
    lines.value = lines.value.map((one) => (one.line.id === request.id ? { ...one, state } : one));
  }

  /** What runs is cancelled, and nothing more is begun. */
  async function cancel(): Promise<void> {
    stopped = true;
    if (callId.value !== null) await window.explorer.cancelCall({ callId: callId.value });
  }

  function close(): void {
    lines.value = [];
  }

  return { lines, title, running, summary, startedAt, run, cancel, close };
});

/** True when it was answered and nothing was other than expected. */
export function isMet({ state }: RunLine): boolean {
  return state.kind === 'done' && state.results.every(({ met }) => met);
}
