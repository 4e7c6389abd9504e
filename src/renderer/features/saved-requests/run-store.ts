import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { RunStep } from '@shared/bridge/saved-requests';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { succeed } from '@shared/problem';
import { OneClick } from '@renderer/stores/one-click';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useCall } from '@renderer/stores/use-call';

/** What became of one request of a run. */
export interface RunLine {
  readonly line: SavedRequestLine;
  readonly state: RunStep | { readonly kind: 'waiting' };
}

/** Sends saved requests, one or a folder of them, one after the other, and keeps a small report. */
export const useRunStore = defineStore('savedRequestRun', () => {
  const profiles = useProfilesStore();
  const oneClick = new OneClick();
  const lines = shallowRef<readonly RunLine[]>([]);
  const title = ref('');
  const startedAt = ref(new Date(0));
  /** As whom it was sent. */
  const profile = ref('');
  /** Of what the run was: a request's id, or a folder's key; null when it was neither. */
  const of = ref<string | null>(null);
  const call = useCall();
  const running = computed(() => call.working !== null);
  const summary = computed(() => {
    const count = (test: (line: RunLine) => boolean): number => lines.value.filter(test).length;
    return {
      met: count(isMet),
      unmet: count((line) => line.state.kind === 'refused' || (line.state.kind === 'done' && !isMet(line))),
      left: count(({ state }) => ['waiting', 'running', 'skipped', 'cancelled'].includes(state.kind)),
    };
  });

  async function run(
    requests: readonly SavedRequestLine[],
    name: string,
    key: string | null = null,
  ): Promise<void> {
    if (requests.length === 0) return;
    await oneClick.run(requests.map(({ id }) => id).join(' '), () => send(requests, name, key));
  }

  async function send(
    requests: readonly SavedRequestLine[],
    name: string,
    key: string | null,
  ): Promise<void> {
    if (running.value) return;
    title.value = name;
    startedAt.value = new Date();
    profile.value = profiles.active?.name ?? '';
    of.value = key;
    lines.value = requests.map((line) => ({ line, state: { kind: 'waiting' } }));
    await call.run({}, async (callId) => {
      const stopListening = window.explorer.on('savedRun', (event) => {
        if (event.callId === callId) set(event.requestId, event.step);
      });
      const ids = requests.map((request) => request.id);
      const answer = await window.explorer.runSavedRequests({ ids, callId });
      stopListening();
      if (!answer.ok) {
        settleRest({ kind: 'refused', problem: answer.problem });
      } else {
        for (const { requestId, step } of answer.value ?? []) set(requestId, step);
        settleRest({ kind: answer.value === null ? 'skipped' : 'cancelled' });
      }
      return answer.ok ? succeed({}) : answer;
    });
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

  function close(): void {
    lines.value = [];
  }

  return { lines, title, startedAt, profile, of, running, summary, run, cancel: call.cancel, close };
});

/** True when it was answered and nothing was other than expected. */
export function isMet({ state }: RunLine): boolean {
  return state.kind === 'done' && state.results.every(({ met }) => met);
}
