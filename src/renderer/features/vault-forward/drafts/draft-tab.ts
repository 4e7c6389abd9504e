import { markRaw, shallowReactive } from 'vue';
import { EditorDocument } from '@renderer/components/code-editor/editor-document';
import type { Exchange } from '@shared/http/exchange';
import type { DraftOfSaved, KeptDraft } from '@shared/bridge/drafts';
import { destinationHost } from '@shared/vault-forward/destination';
import type { Profile } from '@shared/profiles/profile';
import type { TextEdit } from '@shared/text/text-edits';
import { fieldsOf, type VaultForwardDraft, type DraftFields } from '@shared/vault-forward/draft';
import { useCall, type Call } from '@renderer/stores/use-call';
import type { BodyReport } from '../body-worker/messages';

/**
 * The result of a Send: the exchange, whatever its outcome, and the draft and the revision of the tab that were sent.
 */
export interface SentDraft {
  readonly exchange: Exchange;
  readonly draft: VaultForwardDraft;
  readonly revision: number;
}

/** The host and profile of a Send: another profile may be active when it is answered. */
interface SendAbout {
  readonly host: string;
  readonly profile: Pick<Profile, 'id' | 'name' | 'environment'>;
}

/** A draft that is being composed, and the result of its last Send. */
export interface DraftTab {
  /** UUID. */
  readonly id: string;
  /** @see KeptDraft */
  familyId: string;
  /** True for a draft that was there before the window opened: it may have been sent then. */
  readonly isRestored: boolean;
  /** The body, with its undo history, cursor and scroll position. */
  readonly document: EditorDocument;
  name: string | null;
  /** The profile that it was composed under, or last sent under. */
  profileId: string;
  fields: DraftFields;
  /** Increases with each change of the body. Reading a large body costs milliseconds: see `bodyOf`. */
  revision: number;
  /** The worker's latest report, which is about an older revision until the worker has read the new one. */
  report: BodyReport | null;
  /** The last Send. */
  readonly sending: Call<SendAbout, SentDraft>;
  /** The cursor position in the body, as a UTF-16 offset. */
  cursor: number;
  /** The saved request that it is a version of. */
  saved: DraftOfSaved | null;
  /** True once somebody has tried to send it: from then on a missing value is an error beside its field. */
  tried: boolean;
}

export interface TabListeners {
  onEdit(tab: DraftTab, edits: readonly TextEdit[]): void;
  onMove(tab: DraftTab): void;
}

export function createTab(kept: KeptDraft, isRestored: boolean, { onEdit, onMove }: TabListeners): DraftTab {
  const { id, familyId, name, profileId, draft, place } = kept;
  const tab: DraftTab = shallowReactive({
    id,
    familyId,
    isRestored,
    name,
    profileId,
    fields: fieldsOf(draft),
    revision: 0,
    document: markRaw(
      new EditorDocument({
        text: draft.body,
        place,
        onEdit: (edits) => {
          tab.revision += 1;
          onEdit(tab, edits);
        },
        onMove: () => {
          tab.cursor = tab.document.place.head;
          onMove(tab);
        },
      }),
    ),
    report: null,
    sending: useCall(),
    cursor: place.head,
    saved: kept.saved,
    tried: false,
  });
  return tab;
}

/** @param asked what the file requests, for a request in a folder on disk. */
export function savedAs(id: string, unsaved: boolean, asked: string | null | undefined): DraftOfSaved {
  return { id, unsaved, ...(asked == null ? {} : { asked }) };
}

/** The body as it is now; reading it through this function is reactive. */
export function bodyOf(tab: Pick<DraftTab, 'revision' | 'document'>): string {
  return tab.revision >= 0 ? tab.document.text : '';
}

export function draftOf(tab: Pick<DraftTab, 'fields' | 'revision' | 'document'>): VaultForwardDraft {
  return { ...tab.fields, body: bodyOf(tab) };
}

/** True while nothing has been entered, so that a new draft may replace it. */
export function isUntouched({ name, fields, revision, document }: DraftTab): boolean {
  return (
    name === null &&
    revision >= 0 &&
    document.length === 0 &&
    fields.destinationUrl === '' &&
    fields.paymentMethods.length === 0 &&
    fields.authentications.length === 0 &&
    [...fields.headers, ...fields.serviceHeaders].every((row) => row.name === '' && row.value === '')
  );
}

/** The path of a URL as it is written, with the names of variables: after the host, or a variable in its place. */
const PATH = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*(\/[^?#]*)/i;

/** The title of a draft: the name given by the person, or its method and path. */
export interface DraftTitle {
  /** Null for a draft with a name, and while there is no destination. */
  readonly method: string | null;
  readonly words: string;
}

export function draftTitle({ name, fields }: Pick<DraftTab, 'name' | 'fields'>): DraftTitle {
  if (name !== null) return { method: null, words: name };
  const host = destinationHost(fields.destinationUrl);
  if (host === null) return { method: null, words: 'New request' };
  const pathname = PATH.exec(fields.destinationUrl)?.[1] ?? '/';
  // A bare slash would be no use.
  return { method: fields.method, words: pathname === '/' ? host : pathname };
}

/** The same in one line: `POST /charge`. */
export function tabTitle(tab: Pick<DraftTab, 'name' | 'fields'>): string {
  const { method, words } = draftTitle(tab);
  return method === null ? words : `${method} ${words}`;
}

/** True while nothing has been entered and nobody has tried to send it: a missing value is not an error yet. */
export function isQuiet(tab: DraftTab): boolean {
  return !tab.tried && isUntouched(tab);
}

/** Gives each row of headers a new id. */
export function withNewRows(draft: VaultForwardDraft): VaultForwardDraft {
  const renew = (rows: VaultForwardDraft['headers']): VaultForwardDraft['headers'] =>
    rows.map((row) => ({ ...row, id: crypto.randomUUID() }));
  return { ...draft, headers: renew(draft.headers), serviceHeaders: renew(draft.serviceHeaders) };
}
