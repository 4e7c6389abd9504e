import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { Exchange } from '../../../shared/exchange';
import type { Problem } from '../../../shared/problem';
import { findUuids } from '../../../shared/uuid';
import { useProfilesStore } from '../../stores/profiles';
import { useStatusStore } from '../../stores/status';

/** What the result pane shows. */
export type LookUpState =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'working';
      readonly sessionId: string;
      readonly callId: string;
      readonly startedAt: number;
    }
  /** An Exchange exists, whatever its outcome. */
  | { readonly kind: 'done'; readonly sessionId: string; readonly exchange: Exchange }
  /** Main refused before anything was sent. */
  | { readonly kind: 'refused'; readonly sessionId: string; readonly problem: Problem };

/** The Sessions screen: what was typed, and what the last look-up gave. */
export const useSessionStore = defineStore('sessions', () => {
  const profiles = useProfilesStore();
  const status = useStatusStore();

  const input = ref('');
  const fieldError = ref<string | null>(null);
  const state = shallowRef<LookUpState>({ kind: 'empty' });

  /** The result is of another id than the one now in the field. */
  const stale = computed(() => {
    if (state.value.kind !== 'done') return false;
    const typed = findUuids(input.value)[0];
    return typed !== undefined && typed !== state.value.sessionId;
  });
  /** The profile the result came from, when it is not the active one. */
  const foreignProfile = computed(() =>
    state.value.kind === 'done' && state.value.exchange.profile.id !== profiles.activeId
      ? state.value.exchange.profile
      : null,
  );

  /** Takes the first UUID of what was typed or pasted; refuses beside the field, before any call, when there is none. */
  async function lookUp(): Promise<void> {
    const sessionId = findUuids(input.value)[0];
    if (sessionId === undefined) {
      fieldError.value =
        input.value.trim() === ''
          ? 'Enter a session ID: a UUID such as 123e4567-e89b-42d3-a456-426614174000.'
          : 'No UUID found in this text. A session ID is a UUID: 32 hexadecimal digits in groups of 8-4-4-4-12.';
      return;
    }
    fieldError.value = null;
    await cancel();
    const callId = crypto.randomUUID();
    state.value = { kind: 'working', sessionId, callId, startedAt: Date.now() };
    const answer = await window.explorer.lookUpSession({ sessionId, callId });
    // A later look-up has taken the pane.
    if (state.value.kind !== 'working' || state.value.callId !== callId) return;
    if (answer.ok) {
      state.value = { kind: 'done', sessionId, exchange: answer.value };
      status.show(answer.value);
    } else {
      state.value = { kind: 'refused', sessionId, problem: answer.problem };
      status.show(null);
    }
  }

  async function cancel(): Promise<void> {
    if (state.value.kind === 'working') await window.explorer.cancelCall({ callId: state.value.callId });
  }

  return { input, fieldError, state, stale, foreignProfile, lookUp, cancel };
});
