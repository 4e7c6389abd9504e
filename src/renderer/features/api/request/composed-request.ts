import type { OperationDetails } from '@shared/documents/operation-details';
import type { Exchange } from '@shared/http/exchange';
import { FREE_REQUEST, type OperationKey } from '@shared/requests/operation-key';
import type { RequestDraft } from '@shared/requests/request-draft';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { EditorDocument } from '@renderer/components/code-editor/editor-document';
import type { OpenedRequest } from '@renderer/stores/request-inbox';
import type { Call } from '@renderer/stores/use-call';

/** A saved request; `asked` is what its file requested when it was opened, null if it is not in a file. */
interface SavedLink {
  readonly id: string;
  readonly asked: string | null;
}

/** The request of one operation as it is composed, and its result. */
export interface ComposedRequest {
  readonly key: OperationKey;
  /** Null for a request that is described nowhere. */
  readonly details: OperationDetails | null;
  /** Everything but the body, which is in `document`. */
  rows: RequestDraft;
  /** The body, with its undo history. */
  readonly document: EditorDocument;
  /**
   * Id of the draft: the family of the saved request that it was opened from or saved as (`familyOfSaved`). If a send of
   * the family has no known outcome, main asks before any of it is sent again.
   */
  id: string;
  /** True once main has stored it under its id in this run. */
  isKept: boolean;
  /** Increases with each change of the body. */
  revision: number;
  /** The profile that it was composed under, or last sent under. */
  profileId: string;
  /** The saved request that it was opened from in this run, if any. */
  saved: SavedLink | null;
  /** The status of its recorded answer; null if it was composed here. */
  recordedStatus: number | null;
  readonly sending: Call<{ readonly request: RequestSpec }, { readonly exchange: Exchange }>;
}

export function draftOf({ rows, document }: Pick<ComposedRequest, 'rows' | 'document'>): RequestDraft {
  return { ...rows, body: document.text };
}

/** The status of the first success that the document describes. */
export function describedStatus(details: OperationDetails | null): number | null {
  const success = details?.answers.find(({ status }) => /^2\d\d$/.test(status));
  return success === undefined ? null : Number(success.status);
}

/** Turns the request of an operation that is no longer described into a free request with the same method and path. */
export function asFreeRequest(opened: OpenedRequest): OpenedRequest {
  const { request } = opened;
  return request.target === undefined
    ? opened
    : { ...opened, request: { ...request, operation: FREE_REQUEST } };
}
