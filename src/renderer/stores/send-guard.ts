import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { SendGrant } from '../../shared/guard';

/** For which profiles "do not ask for 10 minutes" holds. The questions themselves are main's (src/renderer/question). */
export const useSendGuardStore = defineStore('sendGuard', () => {
  const grants = ref<readonly SendGrant[]>([]);

  async function start(): Promise<void> {
    window.explorer.on('grantsChanged', (next) => {
      grants.value = next;
    });
    const told = await window.explorer.describeGrants();
    if (told.ok) grants.value = told.value;
  }

  async function endGrant(profileId: string): Promise<void> {
    const ended = await window.explorer.endGrant({ profileId });
    if (ended.ok) grants.value = ended.value;
  }

  return { grants, start, endGrant };
});
