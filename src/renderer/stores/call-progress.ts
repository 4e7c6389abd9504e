import { useNow } from '@vueuse/core';
import { defineStore } from 'pinia';
import { computed, ref, type ComputedRef } from 'vue';
import { formatFullerDuration } from '@shared/text/format-time';
import { WAITS_FOR_ANSWER, WAITS_FOR_HISTORY } from '@shared/questions/question';

/** True for main's notes about a call for which nothing has been sent yet. */
function isUnsent(note: string | null | undefined): boolean {
  return note === WAITS_FOR_ANSWER || note === WAITS_FOR_HISTORY;
}

/** What main says about running calls: "Waiting 2 s before try 2: status 429". */
export const useCallProgressStore = defineStore('callProgress', () => {
  const notes = ref(new Map<string, string>());
  /** When the waits that notes are about end, in ms since 1970. */
  const waitsUntil = ref(new Map<string, number>());
  /** When the person answered main's question about a call, or when the history check ended, in ms since 1970. */
  const answeredAt = ref(new Map<string, number>());
  window.explorer.on('callProgress', ({ callId, note, until }) => {
    if (isUnsent(notes.value.get(callId))) answeredAt.value.set(callId, Date.now());
    if (note === null) notes.value.delete(callId);
    else notes.value.set(callId, note);
    if (until === undefined) waitsUntil.value.delete(callId);
    else waitsUntil.value.set(callId, until);
  });

  /** `14 min 3 s left` of the wait of a call; null if it does not wait. */
  function waitLeft(callId: string, now: Date): string | null {
    const until = waitsUntil.value.get(callId);
    if (until === undefined) return null;
    const seconds = Math.max(0, Math.round((until - now.getTime()) / 1000));
    return `${formatFullerDuration(seconds * 1000) ?? '0 s'} left`;
  }
  return { notes, answeredAt, waitLeft };
});

/**
 * What main says about a call, and how long it has been running: counted from the person's answer, if main had to ask
 * about it.
 */
export function useCallProgress(call: () => { readonly callId: string; readonly startedAt: number }): {
  readonly note: ComputedRef<string | null>;
  /** True while nothing has been sent. */
  readonly isUnsent: ComputedRef<boolean>;
  /** "3.1 s", or "17 s left" of a wait; empty while main asks. */
  readonly elapsed: ComputedRef<string>;
} {
  const progress = useCallProgressStore();
  const now = useNow({ interval: 100 });
  const note = computed(() => progress.notes.get(call().callId) ?? null);
  const elapsed = computed(() => {
    const { callId, startedAt } = call();
    const left = progress.waitLeft(callId, now.value);
    if (left !== null) return left;
    const ms = now.value.getTime() - (progress.answeredAt.get(callId) ?? startedAt);
    return note.value === WAITS_FOR_ANSWER ? '' : `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  });
  return { note, isUnsent: computed(() => isUnsent(note.value)), elapsed };
}
