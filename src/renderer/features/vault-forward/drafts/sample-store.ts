import { defineStore, storeToRefs } from 'pinia';
import { emptyDraft, type DraftAuthentication, type VaultForwardDraft } from '@shared/vault-forward/draft';
import { operationDetails } from '@contract/operation-details';
import { SANDBOX_DESTINATION } from '@shared/vault-forward/sandbox-destination';
import { useSandboxStore } from '@renderer/stores/sandbox';

/** Names for the authentication methods of the Local sandbox. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  signing: 'Request signing',
  mtls: 'Mutual TLS',
  encryption: 'Payload encryption',
};

/** Payment methods, authentication methods and a destination of the Local sandbox, while its profile is active. */
export const useSampleStore = defineStore('composerSamples', () => {
  const { facts } = storeToRefs(useSandboxStore());

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
      destinationUrl: `${SANDBOX_DESTINATION}/v1/cards`,
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
      body: `${JSON.stringify(operationDetails.vault_forward.requestBody?.example ?? {}, null, 2)}\n`,
    };
  }

  return { facts, authentications, sampleDraft };
});
