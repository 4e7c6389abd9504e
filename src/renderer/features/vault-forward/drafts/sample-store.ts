import { defineStore } from 'pinia';
import { shallowRef, watch } from 'vue';
import type { DraftAuthentication, VaultForwardDraft } from '@shared/vault-forward/draft';
import { emptyDraft } from '@shared/vault-forward/draft';
import type { SandboxFacts } from '@shared/app/sandbox-facts';
import { operations } from '@contract';
import { useProfilesStore } from '@renderer/stores/profiles';

/** What the Local sandbox calls its authentication methods. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  signing: 'Request signing',
  mtls: 'Mutual TLS',
  encryption: 'Payload encryption',
};

/** Payment methods, authentication methods and a destination of the Local sandbox, while its profile is active. */
export const useSampleStore = defineStore('composerSamples', () => {
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

  function authentications(): DraftAuthentication[] {
    return Object.entries(facts.value?.authentications ?? {}).map(([kind, id]) => ({
      id,
      name: METHOD_NAMES[kind] ?? kind,
    }));
  }

  /** The specification's own example, sent to the sandbox's destination; null without a sandbox. */
  function sampleDraft(): VaultForwardDraft | null {
    const method = facts.value?.paymentMethods[0];
    if (facts.value === null || method === undefined) return null;
    return {
      ...emptyDraft(),
      destinationUrl: `${facts.value.destination.tls}/v1/cards`,
      paymentMethods: [method],
      headers: [
        {
          id: crypto.randomUUID(),
          name: 'content-type',
          value: 'application/json',
          secret: false,
          enabled: true,
        },
      ],
      body: `${JSON.stringify(operations.vault_forward.requestBody?.example ?? {}, null, 2)}\n`,
    };
  }

  return { facts, authentications, sampleDraft };
});
