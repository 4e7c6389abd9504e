import { refDebounced } from '@vueuse/core';
import { computed, shallowRef, watch, type ShallowRef } from 'vue';
import { MAX_CHECKED_LENGTH } from '@shared/bridge/documents';
import type { DocumentCheck } from '@shared/documents/document-check';
import { isVariableText } from '@shared/requests/variables';
import type { ComposedRequest } from './composed-request';

/** Nothing is asked while somebody types. */
const QUIET_MS = 300;

/**
 * What the document would find in a body, before it is sent; `variables`: they get their values only then. Null where there
 * is no document or no body.
 */
export function useBodyCheck(
  request: () => ComposedRequest,
  mediaType: () => string,
): Readonly<ShallowRef<DocumentCheck | 'variables' | null>> {
  const found = shallowRef<DocumentCheck | 'variables' | null>(null);
  const asked = computed(() => `${request().key} ${request().revision} ${mediaType()}`);
  watch(
    refDebounced(asked, QUIET_MS),
    async (about) => {
      const { details, document } = request();
      const isChecked = details !== null && document.length > 0 && document.length <= MAX_CHECKED_LENGTH;
      const text = isChecked ? document.text : '';
      if (details === null || text === '' || isVariableText(text)) {
        found.value = text === '' ? null : 'variables';
        return;
      }
      const answer = await window.explorer.checkByDocument({
        documentId: details.document,
        operationId: details.id,
        part: { kind: 'body', mediaType: mediaType() },
        text,
      });
      if (asked.value === about) found.value = answer.ok ? answer.value : null;
    },
    { immediate: true },
  );
  return found;
}
