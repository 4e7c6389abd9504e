import { defineStore } from 'pinia';
import { shallowRef, watch } from 'vue';
import type { SandboxFacts } from '@shared/app/sandbox-facts';
import { withSandbox } from '@shared/vault-forward/sandbox-destination';
import { useProfilesStore } from './profiles';

/** The Local sandbox while its profile is active: its addresses and sample data. */
export const useSandboxStore = defineStore('sandbox', () => {
  const profiles = useProfilesStore();
  const facts = shallowRef<SandboxFacts | null>(null);

  watch(
    () => profiles.active?.environment === 'local' && profiles.active.baseUrl,
    async (local) => {
      const answer = local ? await window.explorer.describeSandbox() : null;
      facts.value = answer?.ok ? answer.value : null;
    },
    { immediate: true },
  );

  /** A destination as it will be called: with the sandbox's address, if that is known here. */
  function sentUrl(destinationUrl: string): string {
    return facts.value === null ? destinationUrl : withSandbox(destinationUrl, facts.value.destination.tls);
  }

  return { facts, sentUrl };
});
