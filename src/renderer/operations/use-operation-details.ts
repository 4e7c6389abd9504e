import { shallowRef, watch, type Ref } from 'vue';
import { documentOperationOf } from '@shared/documents/key-of-operation';
import type { OperationDetails } from '@shared/documents/operation-details';
import type { OperationKey } from '@shared/requests/operation-key';

/**
 * What the person's own document says about an operation; null until it is loaded, when it is gone, and for other
 * operations.
 */
export function useOperationDetails(operation: () => OperationKey): Readonly<Ref<OperationDetails | null>> {
  const details = shallowRef<OperationDetails | null>(null);
  watch(
    operation,
    async (key) => {
      details.value = null;
      const asked = documentOperationOf(key);
      const answer = asked === null ? null : await window.explorer.describeOperation(asked);
      if (key === operation()) details.value = answer?.ok ? answer.value : null;
    },
    { immediate: true },
  );
  return details;
}
