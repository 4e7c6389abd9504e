import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { OperationId } from '@contract';
import type { RequestSpec } from '@shared/requests/request-spec';

/** Requests on their way to the screens of their operations, which take them when they are shown. */
export const useRequestInbox = defineStore('requestInbox', () => {
  const waiting = shallowRef<RequestSpec | null>(null);

  function offer(request: RequestSpec): void {
    waiting.value = request;
  }

  /** The request that waits for this operation's screen; it is taken out. */
  function take(operation: OperationId): RequestSpec | null {
    const request = waiting.value;
    if (request?.operation !== operation) return null;
    waiting.value = null;
    return request;
  }

  return { waiting, offer, take };
});
