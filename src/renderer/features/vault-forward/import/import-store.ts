import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { importCurl } from '@renderer/tools/import/curl';
import { importHar } from '@renderer/tools/import/har';
import type { Imported } from '@renderer/tools/import/imported-request';
import { toVaultForward, type VaultForwardImport } from '@renderer/tools/import/to-vault-forward';
import { succeed, type Problem, type Result } from '@shared/problem';
import { useComposerStore } from '../drafts/composer-store';

/** A request in what was pasted, as it is offered. */
export interface Candidate {
  readonly label: string;
  /** Or why it cannot be taken over. */
  readonly imported: Result<Imported>;
}

/** What was pasted from another tool, and the Vault Forward request that it becomes. */
export const useImportStore = defineStore('composerImport', () => {
  const composer = useComposerStore();
  const isOpen = ref(false);
  const text = ref('');
  const chosen = ref(0);

  const reading = computed<Result<readonly Candidate[]> | null>(() =>
    text.value.trim() === '' ? null : read(text.value),
  );
  const candidates = computed<readonly Candidate[]>(() => (reading.value?.ok ? reading.value.value : []));
  const candidate = computed(() => candidates.value[chosen.value] ?? null);
  const problem = computed<Problem | null>(() => {
    if (reading.value?.ok === false) return reading.value.problem;
    return candidate.value?.imported.ok === false ? candidate.value.imported.problem : null;
  });
  const result = computed<VaultForwardImport | null>(() =>
    candidate.value?.imported.ok === true
      ? toVaultForward(candidate.value.imported.value, () => crypto.randomUUID())
      : null,
  );

  function open(pasted = ''): void {
    text.value = pasted;
    chosen.value = 0;
    isOpen.value = true;
  }

  /** Opens the request in a tab of its own. */
  function accept(): void {
    if (result.value === null) return;
    composer.openDraft(result.value.draft);
    isOpen.value = false;
    text.value = '';
  }

  return { isOpen, text, chosen, problem, candidates, result, open, accept };
});

/** JSON is taken for a HAR, anything else for a cURL command. */
function read(text: string): Result<readonly Candidate[]> {
  if (/^\s*[{[]/.test(text)) {
    const entries = importHar(text);
    if (!entries.ok) return entries;
    return succeed(
      entries.value.map(({ method, url, status, imported }) => ({
        label: `${method} ${url}${status === null ? '' : ` · ${status}`}`,
        imported,
      })),
    );
  }
  const command = importCurl(text);
  if (!command.ok) return command;
  const { method, url } = command.value.request;
  return succeed([{ label: `${method} ${url}`, imported: command }]);
}
