import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { useComposerStore } from './composer-store';
import { draftOf, tabTitle, type DraftTab } from './draft-tab';

/** Offers a draft to be saved, under a name and in a folder that the person gives it; the tab takes that name. */
export function useSaveDraft(): (tab: DraftTab) => void {
  const saved = useSavedRequestsStore();
  const composer = useComposerStore();
  return (tab) => {
    const last = tab.sending.state;
    const draft = draftOf(tab);
    saved.offer({
      request: requestOfDraft(draft),
      form: formOfDraft(draft),
      profileId: tab.profileId,
      name: tab.name ?? tabTitle(tab),
      status: last.kind === 'done' ? (last.exchange.response?.status ?? null) : null,
      saved: (name) => composer.rename(tab, name),
    });
  };
}
