import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { RunStep } from '@shared/bridge/saved-requests';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { OneClick } from '@renderer/stores/one-click';

/** What became of one request of a run. */
export interface RunLine {
  readonly line: SavedRequestLine;
  readonly state: RunStep | { readonly kind: 'waiting' | 'skipped' };
}

/** Sends saved requests, one or a folder of them, one after the other, and keeps a small report. */
export const useRunStore = defineStore('savedRequestRun', () => {
  const oneClick = new OneClick();
  const lines = shallowRef<readonly RunLine[]>([]);
  const title = ref('');
  const callId = ref<string | null>(null);
  const startedAt = ref(0);

  const running = computed(() => callId.value !== null);
  const summary = computed(() => {
    const count = (test: (line: RunLine) => boolean): number => lines.value.filter(test).length;
    return {
      met: count(isMet),
      unmet: count((line) => line.state.kind === 'refused' || (line.state.kind === 'done' && !isMet(line))),
      left: count(({ state }) => ['waiting', 'running', 'skipped', 'cancelled'].includes(state.kind)),
    };
  });

  async function run(requests: readonly SavedRequestLine[], name: string): Promise<void> {
    if (requests.length === 0) return;
    await oneClick.run(requests.map(({ id }) => id).join(' '), () => send(requests, name));
  }

  async function send(requests: readonly SavedRequestLine[], name: string): Promise<void> {
    if (running.value) return;
    const id = crypto.randomUUID();
    callId.value = id;
    title.value = name;
    startedAt.value = Date.now();
    lines.value = requests.map((line) => ({ line, state: { kind: 'waiting' } }));
    const stopListening = window.explorer.on('savedRun', (event) => {
      if (event.callId === id) set(event.requestId, event.step);
    });
    const ids = requests.map((request) => request.id);
    const answer = await window.explorer.runSavedRequests({ ids, callId: id });
    stopListening();
    if (!answer.ok) settleRest({ kind: 'refused', problem: answer.problem });
    else settleRest({ kind: answer.value ? 'cancelled' : 'skipped' });
    callId.value = null;
  }

  /** What has not been told of was not sent. */
  function settleRest(state: RunLine['state']): void {
    for (const { line, state: before } of lines.value) {
      if (before.kind === 'waiting' || before.kind === 'running') set(line.id, state);
    }
  }

  function set(requestId: string, state: RunLine['state']): void {
    lines.value = lines.value.map((one) => (one.line.id === requestId ? { ...one, state } : one));
  }

  /** What runs is cancelled, and nothing more is begun. */
  async function cancel(): Promise<void> {
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
