import type { OperationKey } from '../requests/operation-key';
import type { RequestDraft } from '../requests/request-draft';
import type { TextEdit } from '../text/text-edits';
import type { DraftAuthentication, VaultForwardDraft } from '../vault-forward/draft';
import type { DraftFields } from '../vault-forward/draft';
import type { OwnPlaceholder } from '../vault-forward/placeholder-catalogue';
import { requestNames } from './requests';

/** Where the person was in the body. UTF-16 offsets. */
export interface BodyPlace {
  readonly anchor: number;
  readonly head: number;
  /** Start of the first line in sight. */
  readonly top: number;
}

/** The saved request that a draft is a version of. */
export interface DraftOfSaved {
  readonly id: string;
  /** Something was changed since it was opened or saved. */
  readonly unsaved: boolean;
  /** Of one in a folder on disk: what its file asked for when it was opened or saved (`FileOfRequest`). */
  readonly asked?: string;
}

/** A tab of the composer, as it was left. */
export interface KeptDraft {
  /** UUID of the tab. */
  readonly id: string;
  /** UUID that it shares with its copies: what left one of them without a known outcome is asked about in all of them. */
  readonly familyId: string;
  /** What the person calls it; null while the destination names it. */
  readonly name: string | null;
  /** The profile that it was composed under, or last sent under. */
  readonly profileId: string;
  readonly draft: VaultForwardDraft;
  readonly place: BodyPlace;
  /** The exchange of its last send; null when it was never sent, or that is not known. */
  readonly exchangeId: string | null;
  /** Null for one that is kept as a draft alone. */
  readonly saved: DraftOfSaved | null;
}

export interface DraftList {
  /** In the order of the tabs. */
  readonly drafts: readonly KeptDraft[];
  readonly activeId: string | null;
  /** Drafts that could not be read; they are kept as they are. */
  readonly unreadable: number;
}

/** A draft of the API screen, as it was left. */
export interface KeptRequestDraft {
  /** UUID: a new one when the draft is started over or replaced; the family's, when it is replaced by a request that may still be out. */
  readonly id: string;
  /** The profile that it was composed under, or last sent under. */
  readonly profileId: string;
  /** Secret headers that were kept hold references in their values' place. */
  readonly draft: RequestDraft;
}

/** Only what is given is written: a cursor that moved does not write a large body again. */
export interface DraftChange {
  readonly familyId?: string;
  readonly name?: string | null;
  readonly profileId?: string;
  readonly fields?: DraftFields;
  readonly body?: string;
  /** The edits of the body since: a large one is not sent whole for each letter. */
  readonly edits?: readonly TextEdit[];
  readonly place?: BodyPlace;
  readonly saved?: DraftOfSaved | null;
}

/** What a person has gathered for composing, whatever the profile. */
export interface ComposerLibrary {
  readonly placeholders: readonly OwnPlaceholder[];
  readonly snippets: readonly Snippet[];
  /** Names by which authentication methods are remembered; the last one used stands first. */
  readonly authentications: readonly DraftAuthentication[];
  /** What the person calls the payment methods they use; the last one named stands first. */
  readonly paymentMethods: readonly DraftAuthentication[];
}

/** A text of one's own to put into a body. */
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

export interface DraftRequests {
  /** The drafts of the last run, or of this one. */
  openDrafts: { argument: undefined; result: DraftList };
  /** Written when the promise resolves. A new draft is added at the end. */
  keepDraft: { argument: { id: string; change: DraftChange }; result: null };
  /** The order of the tabs, and which one is in sight. */
  arrangeDrafts: { argument: { ids: readonly string[]; activeId: string | null }; result: null };
  /** Those of the secrets (`secretReference`) whose values main knows nowhere any more. */
  findMissingSecrets: { argument: { ids: readonly string[] }; result: readonly string[] };
  /** Of the API screen, one for each operation; null when there is none. */
  openRequestDraft: { argument: { operation: OperationKey }; result: KeptRequestDraft | null };
  /** Written when the promise resolves. */
  keepRequestDraft: { argument: { operation: OperationKey; kept: KeptRequestDraft }; result: null };
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
  discardDraft: true,
  readComposerLibrary: true,
  keepComposerLibrary: true,
});
