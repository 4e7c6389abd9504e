import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { OperationKey } from '@shared/requests/operation-key';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { DraftForm } from '@shared/vault-forward/draft';

/** A request to be opened on the screen where such requests are made. */
export interface OpenedRequest {
  readonly request: RequestSpec;
  readonly form: DraftForm | null;
  /** The name of its tab; null lets the screen choose one. */
  readonly name: string | null;
  /** The profile under which it was composed or recorded. */
  readonly profileId: string;
  /** The id of the saved request that it is; absent for any other request. */
  readonly savedId?: string | null;
  /** For a request in a live folder: what its file requests (`FileOfRequest`). */
  readonly asked?: string | null;
  /** True if only its path parameters are given, so that other input on the screen stays. */
  readonly placesOnly?: boolean;
  /** The family of the exchange that it was made from, if the outcome of that is unknown. */
  readonly familyId?: string | null;
  /** The status of its recorded answer. */
  readonly status?: number | null;
  /** Sentences about what could not be taken over. */
  readonly notes: readonly string[];
}

/** Requests on their way to the screens of their operations, which take them when they are shown. */
export const useRequestInbox = defineStore('requestInbox', () => {
  const waiting = shallowRef<OpenedRequest | null>(null);

  function offer(opened: OpenedRequest): void {
    waiting.value = opened;
  }

  /** Takes the waiting request out if it is for one of the screen's operations. */
  function take(isMine: (operation: OperationKey) => boolean): OpenedRequest | null {
    const opened = waiting.value;
    if (opened === null || !isMine(opened.request.operation)) return null;
    waiting.value = null;
    return opened;
  }

  return { waiting, offer, take };
});
