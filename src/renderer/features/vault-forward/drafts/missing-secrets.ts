import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { DraftFields } from '@shared/vault-forward/draft';
import type { DraftFinding } from '@shared/vault-forward/finding';
import { secretIdOf } from '@shared/secrets/secret-reference';

/**
 * The secrets of a draft that main no longer has: those from the history do not survive a restart, and the keychain may
 * have lost one. Main is asked about each only once.
 */
export const useMissingSecretsStore = defineStore('missingSecrets', () => {
  const missing = ref<ReadonlySet<string>>(new Set());
  const asked = new Set<string>();

  async function ask(fields: DraftFields): Promise<void> {
    const ids = [...fields.headers, ...fields.serviceHeaders]
      .flatMap(({ value }) => secretIdOf(value) ?? [])
      .filter((id) => !asked.has(id));
    if (ids.length === 0) return;
    for (const id of ids) asked.add(id);
    const answer = await window.explorer.findMissingSecrets({ ids });
    if (answer.ok) missing.value = new Set([...missing.value, ...answer.value]);
    else for (const id of ids) asked.delete(id);
  }

  function findingsOf(fields: DraftFields): DraftFinding[] {
    return [...inRows('headers', fields.headers), ...inRows('serviceHeaders', fields.serviceHeaders)];
  }

  function inRows(field: 'headers' | 'serviceHeaders', rows: DraftFields['headers']): DraftFinding[] {
    return rows.flatMap(({ name, value, enabled }, index): DraftFinding[] => {
      const id = secretIdOf(value);
      if (!enabled || id === null || !missing.value.has(id)) return [];
      return [
        {
          code: 'secret-missing',
          severity: 'error',
          where: { field, index, part: 'value' },
          message: `The value of ${name} is no longer known: it was kept only until the app ended, or the keychain lost it. Enter it again.`,
        },
      ];
    });
  }

  return { ask, findingsOf };
});
