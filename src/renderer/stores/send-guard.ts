import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { SendGrant } from '@shared/questions/guard';

/**
 * The window's side of main's guards: for which profiles "do not ask for 10 minutes" is in effect, and whether main is
 * currently asking. The questions themselves are main's (src/renderer/question).
 */
export const useSendGuardStore = defineStore('sendGuard', () => {
  const grants = ref<readonly SendGrant[]>([]);
  const asking = ref(false);

  async function start(): Promise<void> {
    window.explorer.on('grantsChanged', (next) => {
      grants.value = next;
    });
    window.explorer.on('questionChanged', ({ open }) => {
      asking.value = open;
    });
    const told = await window.explorer.describeGrants();
    if (told.ok) grants.value = told.value;
  }

  async function endGrant(profileId: string): Promise<void> {
    const ended = await window.explorer.endGrant({ profileId });
    if (ended.ok) grants.value = ended.value;
  }

  return { grants, asking, start, endGrant };
});
