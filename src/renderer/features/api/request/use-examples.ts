import { shallowRef, watch, type ShallowRef } from 'vue';
import type { DocumentExample } from '@shared/documents/document-check';
import type { OperationDetails } from '@shared/documents/operation-details';

/** Bodies to start from, best first; requested once for each operation and media type. */
export function useExamples(
  operation: () => OperationDetails | null,
  mediaType: () => string,
): {
  readonly known: Readonly<ShallowRef<readonly DocumentExample[]>>;
  /** Resolves to the examples, or to a text that says why there are none. */
  readonly ask: () => Promise<readonly DocumentExample[] | string>;
} {
  const known = shallowRef<readonly DocumentExample[]>([]);
  let asked: {
    readonly details: OperationDetails;
    readonly mediaType: string;
    readonly answer: Promise<readonly DocumentExample[] | string>;
  } | null = null;

  function ask(): Promise<readonly DocumentExample[] | string> {
    const details = operation();
    if (details === null || (details.body?.contents.length ?? 0) === 0) return Promise.resolve([]);
    const wanted = { documentId: details.document, operationId: details.id, mediaType: mediaType() };
    if (asked?.details !== details || asked.mediaType !== wanted.mediaType)
      asked = {
        details,
        mediaType: wanted.mediaType,
        answer: window.explorer
          .examplesByDocument(wanted)
          .then((answer) => (answer.ok ? answer.value : answer.problem.title)),
      };
    return asked.answer;
  }

  watch(
    [operation, mediaType],
    async ([of, type]) => {
      known.value = [];
      const found = await ask();
      if (operation() === of && mediaType() === type) known.value = typeof found === 'string' ? [] : found;
    },
    { immediate: true },
  );
  return { known, ask };
}
