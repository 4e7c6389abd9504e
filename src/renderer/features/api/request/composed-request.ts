import type { OperationDetails } from '@shared/documents/operation-details';
import type { Exchange } from '@shared/http/exchange';
import { FREE_REQUEST, type OperationKey } from '@shared/requests/operation-key';
import type { RequestDraft } from '@shared/requests/request-draft';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { EditorDocument } from '@renderer/components/code-editor/editor-document';
import type { OpenedRequest } from '@renderer/stores/request-inbox';
import type { Call } from '@renderer/stores/use-call';

/** A saved request, and what its file was when it was opened; null where it is in no file. */
interface SavedLink {
  readonly id: string;
  readonly asked: string | null;
}

/** The request of one operation as it is composed, and what became of it. */
export interface ComposedRequest {
  readonly key: OperationKey;
  /** Null for a request that is described nowhere. */
  readonly details: OperationDetails | null;
  /** All but the body, which `document` has. */
  rows: RequestDraft;
  /** The body, with its undo history. */
  readonly document: EditorDocument;
  /** Of the draft: what left it without a known outcome is asked about before it is sent again. */
  readonly id: string;
  /** It was given to main under its id in this run. */
  isKept: boolean;
  /** Goes up with each change of the body. */
  revision: number;
  /** The profile that it was composed under, or last sent under. */
  profileId: string;
  /** The saved request that it was opened from, in this run; null for any other. */
  saved: SavedLink | null;
  /** How it was answered when it was recorded; null for one that was composed here. */
  recordedStatus: number | null;
  readonly sending: Call<{ readonly request: RequestSpec }, { readonly exchange: Exchange }>;
}

export function draftOf({ rows, document }: Pick<ComposedRequest, 'rows' | 'document'>): RequestDraft {
  return { ...rows, body: document.text };
}

/** Of the first success that the document describes. */
export function describedStatus(details: OperationDetails | null): number | null {
  const success = details?.answers.find(({ status }) => /^2\d\d$/.test(status));
  return success === undefined ? null : Number(success.status);
}

/** What its document no longer describes still has its method and path. */
export function asFreeRequest(opened: OpenedRequest): OpenedRequest {
  const { request } = opened;
  return request.target === undefined
    ? opened
    : { ...opened, request: { ...request, operation: FREE_REQUEST } };
}
