import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { ServedDocument } from '@shared/documents/served-document';
import type { Problem, Result } from '@shared/problem';

/** The documents that the Local sandbox answers from. */
export const useServedStore = defineStore('servedDocuments', () => {
  const all = shallowRef<readonly ServedDocument[]>([]);
  const problem = shallowRef<Problem | null>(null);

  window.explorer.on('servedDocumentsChanged', (now) => (all.value = now));

  async function load(): Promise<void> {
    const answer = await window.explorer.listServedDocuments();
    if (answer.ok) all.value = answer.value;
  }

  /** Null if the sandbox does not answer from this document. */
  function find(documentId: string): ServedDocument | null {
    return all.value.find(({ id }) => id === documentId) ?? null;
  }

  const serve = (documentId: string): Promise<void> => tell(window.explorer.serveDocument({ documentId }));
  const stop = (documentId: string): Promise<void> =>
    tell(window.explorer.stopServingDocument({ documentId }));

  /** Keeps the problem of a call; the new state arrives as an event. */
  async function tell(answering: Promise<Result<null>>): Promise<void> {
    const answer = await answering;
    problem.value = answer.ok ? null : answer.problem;
  }

  return { all, problem, load, find, serve, stop };
});
