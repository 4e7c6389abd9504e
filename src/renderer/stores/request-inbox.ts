import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { OperationKey } from '@shared/requests/operation-key';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { DraftForm } from '@shared/vault-forward/draft';

/** A request that is to be shown on the screen where such requests are made. */
export interface OpenedRequest {
  readonly request: RequestSpec;
  readonly form: DraftForm | null;
  /** What its tab is called; null lets the screen name it. */
  readonly name: string | null;
  /** The profile that it was composed or recorded under. */
  readonly profileId: string;
  /** The saved request that it is; for no other. */
  readonly savedId?: string | null;
  /** Of one in a folder on disk: what its file asks for (`FileOfRequest`). */
  readonly asked?: string | null;
  /** Nothing but the places of its path is said: the rest of what was entered there stays as it is. */
  readonly placesOnly?: boolean;
  /** Of what it was made from, where nobody knows how that ended. */
  readonly familyId?: string | null;
  /** How it was answered when it was recorded. */
  readonly status?: number | null;
  /** Sentences on what could not be taken over. */
  readonly notes: readonly string[];
}

/** Requests on their way to the screens of their operations, which take them when they are shown. */
export const useRequestInbox = defineStore('requestInbox', () => {
  const waiting = shallowRef<OpenedRequest | null>(null);

  function offer(opened: OpenedRequest): void {
    waiting.value = opened;
  }

  /** What waits for a screen, when it is one of that screen's operations; it is taken out. */
  function take(isMine: (operation: OperationKey) => boolean): OpenedRequest | null {
    const opened = waiting.value;
    if (opened === null || !isMine(opened.request.operation)) return null;
    waiting.value = null;
    return opened;
  }

  return { waiting, offer, take };
});
