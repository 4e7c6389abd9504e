import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { MAX_IN_FIELD } from '@renderer/components/max-in-field';
import { RpcClient, workerConnection } from '@renderer/components/worker-rpc';
import type { VaultForwardImport } from '@shared/import/to-vault-forward';
import { refuse, type Problem, type Result } from '@shared/problem';
import { useComposerStore } from '../drafts/composer-store';
import { listCandidates } from './listed-candidates';
import { readImport, type Candidate } from './read-import';
import type { ImportCalls } from './serve-import';

/** What was pasted from another tool, and the Vault Forward request that it becomes. */
export const useImportStore = defineStore('composerImport', () => {
  const composer = useComposerStore();
  const isOpen = ref(false);
  const text = ref('');
  const chosen = ref(0);
  /** Takes the place of the text until that is changed. */
  const fileName = ref<string | null>(null);
  const reading = shallowRef<Result<readonly Candidate[]> | null>(null);
  const result = shallowRef<VaultForwardImport | null>(null);
  /** True while a large one is read, or its request converted. */
  const isBusy = ref(false);
  /** Of what is shown; null for nothing. */
  let source: Source | null = null;

  const candidates = computed<readonly Candidate[]>(() => (reading.value?.ok ? reading.value.value : []));
  /** What is typed to find one of many. */
  const filter = ref('');
  const labels = computed(() => candidates.value.map(({ label }) => label));
  const listed = computed(() => listCandidates(labels.value, filter.value, chosen.value));
  const problem = computed<Problem | null>(() =>
    reading.value?.ok === false ? reading.value.problem : (candidates.value[chosen.value]?.problem ?? null),
  );

  watch(text, (typed) => take(typed), { flush: 'sync' });
  watch(chosen, convert);
  watch(filter, () => {
    chosen.value = listed.value.best ?? chosen.value;
  });
  watch(isOpen, (isOpenNow) => {
    if (!isOpenNow) begin('');
  });

  /** Shows what a text or file holds: at once, or, where that would hold the page, when a worker has read it. */
  function take(given: string | Blob, name: string | null = null): void {
    clear(name);
    if (typeof given === 'string' && given.trim() === '') return;
    const own: Source =
      typeof given === 'string' && given.length <= MAX_AT_ONCE
        ? readHere(given)
        : readAway(given, (error) => fail(own, error));
    source = own;
    isBusy.value = true;
    own.read((answer) => {
      if (source !== own) return;
      isBusy.value = false;
      reading.value = answer;
      convert();
    });
  }

  function fail(own: Source, error: unknown): void {
    if (source !== own) return;
    isBusy.value = false;
    reading.value = refuse(broken(error));
  }

  function convert(): void {
    const own = source;
    const index = chosen.value;
    result.value = null;
    if (own === null || reading.value?.ok !== true) return;
    isBusy.value = true;
    own.convert(index, (converted) => {
      if (source !== own || chosen.value !== index) return;
      isBusy.value = false;
      result.value = converted;
    });
  }

  function clear(name: string | null): void {
    source?.close();
    source = null;
    fileName.value = name;
    reading.value = null;
    result.value = null;
    isBusy.value = false;
    chosen.value = 0;
    filter.value = '';
  }

  function open(pasted = ''): void {
    begin(pasted.length > MAX_IN_FIELD ? '' : pasted);
    takeLong(pasted);
    isOpen.value = true;
  }

  function begin(typed: string): void {
    if (text.value === typed) take(typed);
    else text.value = typed;
  }

  /** Reads a text that would keep the field busy for long as if it were a file; false for one that the field takes. */
  function takeLong(pasted: string): boolean {
    if (pasted.length <= MAX_IN_FIELD) return false;
    // What stood there is not what is read.
    text.value = '';
    take(pasted, 'the clipboard');
    return true;
  }

  /** Reads a file that was dropped. */
  function drop(file: Blob, name: string): void {
    text.value = '';
    if (file.size <= MAX_FILE_BYTES) return take(file, name);
    clear(name);
    reading.value = refuse(tooLarge(name));
  }

  /** Opens the request in a tab of its own. */
  function accept(): void {
    if (result.value === null) return;
    composer.openDraft(result.value.draft);
    isOpen.value = false;
  }

  return {
    ...{ isOpen, text, fileName, drop, chosen, problem, candidates, filter, listed, result, isBusy },
    ...{ open, takeLong, accept },
  };
});

/** What reads a text or file, and converts what it holds. Nothing comes back after `close`. */
interface Source {
  read(done: (answer: Result<readonly Candidate[]>) => void): void;
  convert(index: number, done: (converted: VaultForwardImport | null) => void): void;
  close(): void;
}

function readHere(text: string): Source {
  const { candidates, convert } = readImport(text);
  return {
    read: (done) => done(candidates),
    convert: (index, done) => done(convert(index)),
    close: () => undefined,
  };
}

/** `failed`: the worker could not be started, or broke. */
function readAway(given: string | Blob, failed: (error: unknown) => void): Source {
  const worker = new RpcClient<ImportCalls>(
    workerConnection(
      // Written like this, or the build takes it for a file to copy.
      new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module', name: 'import' }),
    ),
    {},
  );
  return {
    read: (done) => void worker.ask('read', given).then(done, failed),
    convert: (index, done) => void worker.ask('convert', index).then(done, failed),
    close: () => worker.close(),
  };
}

/** A recording of a browser's whole afternoon. */
const MAX_FILE_BYTES = 50_000_000;

/** In characters; looking through them for card data takes half a tenth of a second. */
const MAX_AT_ONCE = 100_000;

function broken(error: unknown): Problem {
  return {
    code: 'import-broken',
    title: 'This could not be read completely.',
    meaning: 'Reading it failed part way: it may need more memory than there is.',
    nextStep: 'Import a smaller part of it.',
    detail: String(error),
  };
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
