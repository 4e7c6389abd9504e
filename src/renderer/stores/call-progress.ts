import { defineStore } from 'pinia';
import { ref } from 'vue';

/** What main says of calls that are under way: "Rate limited: trying again in 2 s". */
export const useCallProgressStore = defineStore('callProgress', () => {
  const notes = ref(new Map<string, string>());
  window.explorer.on('callProgress', ({ callId, note }) => {
    if (note === null) notes.value.delete(callId);
    else notes.value.set(callId, note);
  });
  return { notes };
});
