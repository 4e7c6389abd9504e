import { fieldsOf } from '@shared/vault-forward/draft';
import { bodyOf, type DraftTab, type SentDraft } from '../drafts/draft-tab';

/** Whether the draft was changed since it was sent. */
export function isStale(tab: DraftTab, { draft, revision }: Pick<SentDraft, 'draft' | 'revision'>): boolean {
  if (JSON.stringify(fieldsOf(draft)) !== JSON.stringify(tab.fields)) return true;
  // An edit that was undone leaves the same text; comparing lengths first usually avoids reading a large one.
  return (
    revision !== tab.revision && (draft.body.length !== tab.document.length || draft.body !== bodyOf(tab))
  );
}
