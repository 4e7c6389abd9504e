import { refAutoReset } from '@vueuse/core';
import { defineStore } from 'pinia';
import { familyOfSaved, type Expectation, type SavedRequest } from '@shared/requests/saved-requests';
import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { useComposerInbox } from '@renderer/stores/composer-inbox';
import { useSavedRequestsStore, type OfferedRequest } from '@renderer/stores/saved-requests';
import { useComposerStore } from './composer-store';
import { draftOf, savedAs, tabTitle, type DraftTab } from './draft-tab';
import { useSavedOnDiskStore } from './saved-on-disk';

/** How long the status bar says what was saved, in ms. */
const SAID_MS = 8_000;

/** The result of the last save, for a moment. Not in the store of saved requests, which the first screen loads. */
export const useSaidStore = defineStore('saidOfSaves', () => ({
  said: refAutoReset<string | null>(null, SAID_MS),
}));

export interface SaveDraft {
  /** Saves into the saved request that the draft is a version of; for any other draft, opens the dialog to save it. */
  readonly save: (tab: DraftTab) => Promise<void>;
  /** Opens the dialog to save it under a name and in a folder; the tab takes that name. `expected` is an expectation to add. */
  readonly saveAs: (tab: DraftTab, expected?: Expectation) => void;
}

export function useSaveDraft(): SaveDraft {
  const saved = useSavedRequestsStore();
  const words = useSaidStore();
  const composer = useComposerStore();
  const inbox = useComposerInbox();
  const disk = useSavedOnDiskStore();

  function offerOf(tab: DraftTab): OfferedRequest {
    const last = tab.sending.state;
    const draft = draftOf(tab);
    const now = { revision: tab.revision, fields: tab.fields };
    return {
      from: tab.id,
      request: requestOfDraft(draft),
      form: formOfDraft(draft),
      profileId: tab.profileId,
      familyId: tab.familyId,
      name: tab.name ?? tabTitle(tab),
      status: last.kind === 'done' ? (last.exchange.response?.status ?? null) : null,
      saved: (request) => {
        noteSaved(tab, request, now);
        composer.rename(tab, request.name);
      },
    };
  }

  /** @param then the tab when its request was taken from it: it may have been edited during the save. */
  function noteSaved(
    tab: DraftTab,
    request: SavedRequest,
    then: Pick<DraftTab, 'revision' | 'fields'>,
  ): void {
    words.said = `Saved “${request.name}”.`;
    const unsaved = tab.revision !== then.revision || tab.fields !== then.fields;
    composer.bind(tab, savedAs(request.id, unsaved, request.file?.asked), familyOfSaved(request));
  }

  function saveAs(tab: DraftTab, expected?: Expectation): void {
    saved.offer({ ...offerOf(tab), expected: expected ?? null });
  }

  async function save(tab: DraftTab): Promise<void> {
    if (tab.saved === null) return saveAs(tab);
    if (tab.saved.asked !== undefined && (await disk.asks(tab))) return;
    const now = { revision: tab.revision, fields: tab.fields };
    const offered = offerOf(tab);
    const known = await window.explorer.openSavedRequest({ id: tab.saved.id });
    if (!known.ok) return saved.offer({ ...offered, refused: known.problem });
    // It has been deleted in the meantime: it can be saved as a new one.
    if (known.value === null) return saved.offer(offered);
    const { request, form, profileId, familyId } = offered;
    const answer = await saved.save({ ...known.value, request, form, profileId, familyId }, false);
    if (!answer.ok && answer.problem.code === 'request-changed-on-disk') return void (await disk.asks(tab));
    if (!answer.ok) return saved.offerBeside(known.value, offered, answer.problem);
    noteSaved(tab, answer.value.request, now);
    inbox.say(answer.value.notes);
  }

  return { save, saveAs };
}
