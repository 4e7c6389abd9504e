import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { NEW_FORM } from '@shared/bridge/app';
import { MAX_IN_FIELD } from '@renderer/components/max-in-field';
import { RpcClient, workerConnection } from '@renderer/components/worker-rpc';
import type { VaultForwardImport } from '@shared/import/to-vault-forward';
import { refuse, type Problem, type Result } from '@shared/problem';
import { useComposerStore } from '../drafts/composer-store';
import { listCandidates } from './listed-candidates';
import { readImport, type Candidate } from './read-import';
import type { ImportCalls } from './serve-import';

/** The pasted text or file from another tool, and the Vault Forward request made from it. */
export const useImportStore = defineStore('composerImport', () => {
  const composer = useComposerStore();
  const isOpen = ref(false);
  const text = ref('');
  const chosen = ref(0);
  /** The name of the file that is read in place of the text, until the text is changed. */
  const fileName = ref<string | null>(null);
  const reading = shallowRef<Result<readonly Candidate[]> | null>(null);
  const result = shallowRef<VaultForwardImport | null>(null);
  /** True while a large text or file is read, or its request converted. */
  const isBusy = ref(false);
  /** The source of what is shown; null if nothing is. */
  let source: Source | null = null;

  const candidates = computed<readonly Candidate[]>(() => (reading.value?.ok ? reading.value.value : []));
  /** Filter text to find one of many requests. */
  const filter = ref('');
  const labels = computed(() => candidates.value.map(({ label }) => label));
  const listed = computed(() => listCandidates(labels.value, filter.value, chosen.value));
  const problem = computed<Problem | null>(() =>
    reading.value?.ok === false ? reading.value.problem : (candidates.value[chosen.value]?.problem ?? null),
  );

  watch(text, (typed) => take(typed), { flush: 'sync' });
  // While there is any text, main asks before the app ends.
  watch(
    () => text.value.trim() !== '',
    (isAny) => void window.explorer.noteUnsavedForms({ kind: 'import', ids: isAny ? [NEW_FORM] : [] }),
  );
  watch(chosen, convert);
  watch(filter, () => {
    chosen.value = listed.value.best ?? chosen.value;
  });
  watch(isOpen, (isOpenNow) => {
    // A file can be dropped again, and a large one takes much memory.
    if (!isOpenNow && text.value === '') clear(null);
  });

  /** Shows the contents of a text or file: at once, or, if that would block the page, after a worker has read it. */
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

  /** Without a text, what was typed before Escape is shown again. */
  function open(pasted = ''): void {
    if (pasted !== '' && !takeLong(pasted)) begin(pasted);
    isOpen.value = true;
  }

  function begin(typed: string): void {
    if (text.value === typed) take(typed);
    else text.value = typed;
  }

  /** Reads a text that is too long for the field as if it were a file; false if the field can take it. */
  function takeLong(pasted: string): boolean {
    if (pasted.length <= MAX_IN_FIELD) return false;
    // The text in the field is no longer what is read.
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

  /** Opens the request in a new tab. */
  function accept(): void {
    if (result.value === null) return;
    composer.openDraft(result.value.draft);
    begin('');
    isOpen.value = false;
  }

  return {
    ...{ isOpen, text, fileName, drop, chosen, problem, candidates, filter, listed, result, isBusy },
    ...{ open, takeLong, accept, discard: () => begin('') },
  };
});

/** Reads a text or file, and converts the requests in it. Calls nothing back after `close`. */
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

/** Calls `failed` if the worker cannot be started, or fails. */
function readAway(given: string | Blob, failed: (error: unknown) => void): Source {
  const worker = new RpcClient<ImportCalls>(
    workerConnection(
      // Has to be written inline, as otherwise the build would take it for a file to copy.
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

/** Enough for the HAR of a whole afternoon in a browser. */
const MAX_FILE_BYTES = 50_000_000;

/** In characters; searching this many for card data takes about 50 ms. */
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
    meaning: `${name} is larger than ${MAX_FILE_BYTES / 1_000_000} MB.`,
    nextStep: 'Save only the requests that you need: in a browser, filter the list, then save it.',
    detail: null,
  };
}
