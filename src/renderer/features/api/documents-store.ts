import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { DocumentReplacement, GivenDocument } from '@shared/bridge/documents';
import { MAX_DOCUMENT_BYTES, type DocumentSummary } from '@shared/documents/document-summary';
import type { Problem, Result } from '@shared/problem';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';

/** The documents of the API screen, and what is being done with them. */
export const useDocumentsStore = defineStore('documents', () => {
  const profiles = useProfilesStore();
  const undo = useUndoStore();
  const all = shallowRef<readonly DocumentSummary[]>([]);
  const notice = shallowRef<string | null>(null);
  const problem = shallowRef<Problem | null>(null);
  const loaded = shallowRef(false);
  /** The documents that are being read, in the order they were given. */
  const readings = shallowRef<readonly { readonly callId: string; readonly given: GivenDocument }[]>([]);
  /** The name of the one that was given last. */
  const reading = computed(() => {
    const source = readings.value.at(-1)?.given.source;
    if (source === undefined) return null;
    return source.kind === 'file' ? source.name : 'the pasted text';
  });
  /** A newer version that the person has not accepted yet. */
  const replacement = shallowRef<DocumentReplacement | null>(null);

  /** The documents that the active profile uses. */
  const shown = computed(() =>
    all.value.filter(
      ({ profileIds }) => profileIds.length === 0 || profileIds.includes(profiles.activeId ?? ''),
    ),
  );
  const others = computed(() => all.value.filter((document) => !shown.value.includes(document)));

  async function load(): Promise<void> {
    const answer = await window.explorer.listDocuments();
    loaded.value = true;
    problem.value = answer.ok ? null : answer.problem;
    if (!answer.ok) return;
    all.value = answer.value.documents;
    notice.value = answer.value.notice;
  }

  async function add(given: GivenDocument): Promise<Result<DocumentSummary>> {
    const added = await read(given, (id) => window.explorer.addDocument({ ...given, callId: id }));
    if (added.ok) all.value = [...all.value, added.value];
    return added;
  }

  /** Reads a newer version for review; resolves to the problem if it cannot be read. */
  async function review(documentId: string, given: GivenDocument): Promise<Problem | null> {
    const reviewed = await read(given, (id) =>
      window.explorer.reviewReplacement({ documentId, ...given, callId: id }),
    );
    if (!reviewed.ok) return reviewed.problem;
    replacement.value = reviewed.value;
    return null;
  }

  async function takeReplacement(): Promise<void> {
    const taken = replacement.value;
    replacement.value = null;
    if (taken === null) return;
    const { documentId, replacementId } = taken;
    accept(await window.explorer.replaceDocument({ documentId, replacementId }));
  }

  async function assign(documentId: string, profileIds: readonly string[]): Promise<void> {
    accept(await window.explorer.assignDocument({ documentId, profileIds }));
  }

  /** Removes a document, which can be undone for a while. */
  async function remove({ id, title }: DocumentSummary): Promise<void> {
    const answer = await window.explorer.removeDocument({ documentId: id });
    problem.value = answer.ok ? null : answer.problem;
    if (!answer.ok) return;
    all.value = all.value.filter((document) => document.id !== id);
    undo.offer(
      `Removed ${title}.`,
      async () => {
        const back = await window.explorer.undoRemoveDocument({ documentId: id });
        if (back.ok) await load();
        return back;
      },
      UNDO_WINDOW_MS,
    );
  }

  function accept(answer: Result<DocumentSummary>): void {
    problem.value = answer.ok ? null : answer.problem;
    if (!answer.ok) return;
    all.value = all.value.map((document) => (document.id === answer.value.id ? answer.value : document));
  }

  async function read<Value>(
    given: GivenDocument,
    ask: (id: string) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const callId = crypto.randomUUID();
    readings.value = [...readings.value, { callId, given }];
    const answer = await ask(callId);
    readings.value = readings.value.filter((one) => one.callId !== callId);
    problem.value = null;
    return answer;
  }

  /** @param of the document; the one whose name is shown if there is none. */
  async function cancelReading(of?: GivenDocument): Promise<void> {
    const read = of === undefined ? readings.value.at(-1) : readings.value.find(({ given }) => given === of);
    if (read !== undefined) await window.explorer.cancelCall({ callId: read.callId });
  }

  return {
    all,
    shown,
    others,
    notice,
    problem,
    loaded,
    reading,
    replacement,
    load,
    add,
    review,
    cancelReading,
    takeReplacement,
    assign,
    remove,
  };
});

/** A file that the person chose or dropped; a problem if it is too large to be passed on. */
export async function givenFile(file: File): Promise<GivenDocument | Problem> {
  if (file.size > MAX_DOCUMENT_BYTES) {
    return {
      code: 'document-too-large',
      title: 'The document is too large',
      meaning: `"${file.name}" is ${Math.ceil(file.size / 1024 / 1024)} MB; documents of up to 20 MB can be read.`,
      nextStep: 'Use a document that covers part of the API. Nothing was changed.',
      detail: null,
    };
  }
  return { text: await file.text(), source: { kind: 'file', name: file.name } };
}
