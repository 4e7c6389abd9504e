import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { importCurl } from '@renderer/tools/import/curl';
import { importFetch, isFetch } from '@renderer/tools/import/fetch';
import { importHar } from '@shared/import/har';
import type { Imported } from '@shared/import/imported-request';
import { escapeImported } from '@shared/import/escape-imported';
import { toVaultForward, type VaultForwardImport } from '@shared/import/to-vault-forward';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
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
  /** Takes the place of the text until that is changed. */
  const file = shallowRef<DroppedFile | null>(null);

  const reading = computed<Result<readonly Candidate[]> | null>(() => {
    if (file.value) return file.value.reading;
    return text.value.trim() === '' ? null : read(text.value);
  });
  const candidates = computed<readonly Candidate[]>(() => (reading.value?.ok ? reading.value.value : []));
  const candidate = computed(() => candidates.value[chosen.value] ?? null);
  const problem = computed<Problem | null>(() => {
    if (reading.value?.ok === false) return reading.value.problem;
    return candidate.value?.imported.ok === false ? candidate.value.imported.problem : null;
  });
  const result = computed<VaultForwardImport | null>(() =>
    candidate.value?.imported.ok === true
      ? toVaultForward(escapeImported(candidate.value.imported.value), () => crypto.randomUUID())
      : null,
  );

  watch(text, () => {
    file.value = null;
    chosen.value = 0;
  });

  function open(pasted = ''): void {
    const isLong = takeLong(pasted);
    text.value = isLong ? '' : pasted;
    if (!isLong) file.value = null;
    chosen.value = 0;
    isOpen.value = true;
  }

  /** Reads a text that would keep the field busy for long as if it were a file; false for one that the field takes. */
  function takeLong(pasted: string): boolean {
    if (pasted.length <= MAX_TYPED) return false;
    chosen.value = 0;
    file.value = { name: 'the clipboard', reading: read(pasted) };
    return true;
  }

  /** Reads a file that was dropped. */
  async function drop(dropped: Pick<File, 'name' | 'size' | 'text'>): Promise<void> {
    const { name, size } = dropped;
    const content = size > MAX_FILE_BYTES ? refuse(tooLarge(name)) : await readFile(dropped);
    chosen.value = 0;
    file.value = { name, reading: content };
  }

  /** Opens the request in a tab of its own. */
  function accept(): void {
    if (result.value === null) return;
    composer.openDraft(result.value.draft);
    isOpen.value = false;
    text.value = '';
    file.value = null;
  }

  return { isOpen, text, file, drop, chosen, problem, candidates, result, open, takeLong, accept };
});

interface DroppedFile {
  readonly name: string;
  readonly reading: Result<readonly Candidate[]>;
}

/** A recording of a browser's whole afternoon; it is read at once. */
const MAX_FILE_BYTES = 50_000_000;

/** What a field shows at once, in characters. */
const MAX_TYPED = 1_000_000;

/** The body of a command is looked through for card data, and edited afterwards: seconds for each 10 MB. */
const MAX_COMMAND = 5_000_000;

async function readFile(file: Pick<File, 'text'>): Promise<Result<readonly Candidate[]>> {
  try {
    return read(await file.text());
  } catch (error) {
    return refuse({
      code: 'import-file',
      title: 'This file cannot be read.',
      meaning: 'It is gone, is a folder, or may not be read.',
      nextStep: 'Save it anew, and drop it again.',
      detail: String(error),
    });
  }
}

function tooLarge(name: string): Problem {
  return {
    code: 'import-file',
    title: 'This file is too large.',
    meaning: `${name} has more than ${MAX_FILE_BYTES / 1_000_000} MB.`,
    nextStep: 'Save only the requests that you need: in a browser, filter the list, then save it.',
    detail: null,
  };
}

const TOO_LONG: Problem = {
  code: 'import-long',
  title: 'This command is too long.',
  meaning: `A command of at most ${MAX_COMMAND / 1_000_000} MB is read, its body included.`,
  nextStep: 'Import it with a shorter body, and put the whole one in afterwards.',
  detail: null,
};

const EMPTY_HAR: Problem = {
  code: 'import-har-empty',
  title: 'This HAR has no requests.',
  meaning: 'Its list of entries is empty: nothing was recorded, or all of it was filtered out.',
  nextStep: 'Record the request once more, and save all of the list.',
  detail: null,
};

/** JSON is taken for a HAR, a call of fetch for that, anything else for a cURL command. */
function read(whole: string): Result<readonly Candidate[]> {
  // Nobody sees the mark that some editors put before a file's text.
  const text = whole.replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(text)) {
    const entries = importHar(text);
    if (!entries.ok) return entries;
    if (entries.value.length === 0) return refuse(EMPTY_HAR);
    return succeed(
      entries.value.map(({ method, url, status, imported }) => ({
        label: `${method} ${url}${status === null ? '' : ` · ${status}`}`,
        imported,
      })),
    );
  }
  if (text.length > MAX_COMMAND) return refuse(TOO_LONG);
  const command = isFetch(text) ? importFetch(text) : importCurl(text);
  if (!command.ok) return command;
  const { method, url } = command.value.request;
  return succeed([{ label: `${method} ${url}`, imported: command }]);
}
