import { refDebounced } from '@vueuse/core';
import { computed, shallowRef, watch, type ShallowRef } from 'vue';
import { MAX_CHECKED_LENGTH } from '@shared/bridge/documents';
import type { DocumentCheck } from '@shared/documents/document-check';
import { isMultipart } from '@shared/import/multipart';
import { isVariableText } from '@shared/requests/variables';
import type { ComposedRequest } from './composed-request';

/** Nothing is checked while the person is typing. */
const QUIET_MS = 300;

/**
 * Checks a body against the document before it is sent. The result is `variables` if the body has variables, whose
 * values are filled in only when it is sent: of a multipart form, its other parts are checked. Null if there is no
 * document, no body, or the body is too long.
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
      const isOpen = isVariableText(text) && !isMultipart(mediaType());
      if (details === null || text === '' || isOpen) {
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
