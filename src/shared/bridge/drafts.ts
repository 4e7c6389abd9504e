import type { OperationKey } from '../requests/operation-key';
import type { RequestDraft } from '../requests/request-draft';
import type { TextEdit } from '../text/text-edits';
import type { DraftAuthentication, VaultForwardDraft, DraftFields } from '../vault-forward/draft';
import type { OwnPlaceholder } from '../vault-forward/placeholder-catalogue';
import { requestNames } from './requests';

/** Cursor and scroll position in the body. UTF-16 offsets. */
export interface BodyPlace {
  readonly anchor: number;
  readonly head: number;
  /** Start of the first visible line. */
  readonly top: number;
}

/** The saved request that a draft is a version of. */
export interface DraftOfSaved {
  readonly id: string;
  /** True if something has changed since it was opened or saved. */
  readonly unsaved: boolean;
  /** For a request in a folder on disk: what its file contained when it was opened or saved (`FileOfRequest`). */
  readonly asked?: string;
}

/** A tab of the composer, as it was left. */
export interface KeptDraft {
  /** UUID of the tab. */
  readonly id: string;
  /**
   * UUID shared with its copies: while a send of one of them has an unknown outcome, sending any of them asks first.
   */
  readonly familyId: string;
  /** The person's name for it; null while the destination names it. */
  readonly name: string | null;
  /** The profile that it was composed under, or last sent under. */
  readonly profileId: string;
  readonly draft: VaultForwardDraft;
  readonly place: BodyPlace;
  /** The exchange of its last send; null if it was never sent or that is unknown. */
  readonly exchangeId: string | null;
  /** Null if it exists only as a draft. */
  readonly saved: DraftOfSaved | null;
}

export interface DraftList {
  /** In the order of the tabs. */
  readonly drafts: readonly KeptDraft[];
  readonly activeId: string | null;
  /** Number of drafts that could not be read; they stay as they are. */
  readonly unreadable: number;
}

/** A draft of the API screen, as it was left. */
export interface KeptRequestDraft {
  /**
   * UUID: a new one when the draft is started over or replaced; the family's when it is replaced by a request that
   * may still be out.
   */
  readonly id: string;
  /** The profile that it was composed under, or last sent under. */
  readonly profileId: string;
  /** Secret headers of a kept draft hold references in place of their values. */
  readonly draft: RequestDraft;
}

/** Only the given fields are written, so that a moved cursor does not write a large body again. */
export interface DraftChange {
  readonly familyId?: string;
  readonly name?: string | null;
  readonly profileId?: string;
  readonly fields?: DraftFields;
  readonly body?: string;
  /** The edits of the body since then, so that a large one is not sent whole for each letter. */
  readonly edits?: readonly TextEdit[];
  readonly place?: BodyPlace;
  readonly saved?: DraftOfSaved | null;
}

/** What a person has collected for composing, for all profiles. */
export interface ComposerLibrary {
  readonly placeholders: readonly OwnPlaceholder[];
  readonly snippets: readonly Snippet[];
  /** Names of authentication methods, most recently used first. */
  readonly authentications: readonly DraftAuthentication[];
  /** The person's names for their payment methods, most recently named first. */
  readonly paymentMethods: readonly DraftAuthentication[];
}

/** A text of the person's own, to insert into a body. */
export interface Snippet {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

export const EMPTY_LIBRARY: ComposerLibrary = {
  placeholders: [],
  snippets: [],
  authentications: [],
  paymentMethods: [],
};

/** Forms whose text is kept until it is saved or discarded; none of them takes a secret. */
export const TYPED_FORMS = [
  'note',
  'outcome',
  'list',
  'folder',
  'ids',
  'look-up',
  'snippet',
  'placeholder',
  'details',
] as const;
export type TypedForm = (typeof TYPED_FORMS)[number];

/** The longest text of a field that is kept, in UTF-16 units. */
export const MAX_TYPED_LENGTH = 100_000;

/** What was typed into a field and is neither saved nor discarded. */
export interface TypedText {
  /** The form (`TypedForm`), the id of what it is about, and the field, in three lines. */
  readonly key: string;
  /** For `details`, JSON. */
  readonly text: string;
}

export interface DraftRequests {
  /** The drafts of the last run, or of this one. */
  openDrafts: { argument: undefined; result: DraftList };
  /** Resolves when it is written. A new draft is added at the end. */
  keepDraft: { argument: { id: string; change: DraftChange }; result: null };
  /** Sets the order of the tabs, and which one is shown. */
  arrangeDrafts: { argument: { ids: readonly string[]; activeId: string | null }; result: null };
  /** Those of the secrets (`secretReference`) whose values main no longer has anywhere. */
  findMissingSecrets: { argument: { ids: readonly string[] }; result: readonly string[] };
  /** The draft of the API screen for an operation; null if there is none. */
  openRequestDraft: { argument: { operation: OperationKey }; result: KeptRequestDraft | null };
  /** Resolves when it is written. */
  keepRequestDraft: { argument: { operation: OperationKey; kept: KeptRequestDraft }; result: null };
  /** What this run or an earlier one left, with card data masked. */
  openTyped: { argument: undefined; result: readonly TypedText[] };
  /** Resolves when it is written; null forgets it. */
  keepTyped: { argument: { key: string; text: string | null }; result: null };
  discardDraft: { argument: { id: string }; result: null };
  readComposerLibrary: { argument: undefined; result: ComposerLibrary };
  keepComposerLibrary: { argument: { library: ComposerLibrary }; result: null };
}

export const draftRequestNames = requestNames<DraftRequests>({
  openDrafts: true,
  keepDraft: true,
  arrangeDrafts: true,
  findMissingSecrets: true,
  openRequestDraft: true,
  keepRequestDraft: true,
  openTyped: true,
  keepTyped: true,
  discardDraft: true,
  readComposerLibrary: true,
  keepComposerLibrary: true,
});
