import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { draftOfRequest, formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { useLiveFoldersStore } from '@renderer/stores/live-folders';
import { useComposerStore } from './composer-store';
import { draftOf, savedAs, type DraftTab } from './draft-tab';

/** What happened to the file of a draft's saved request. */
export type OnDisk =
  | { readonly kind: 'gone'; readonly path: string; readonly folder: string }
  | { readonly kind: 'changed'; readonly path: string; readonly theirs: SavedRequest };

/**
 * Drafts of requests in folders on disk: a draft without unsaved changes follows its file; otherwise what was typed
 * stays, and the person decides which of the two to keep.
 */
export const useSavedOnDiskStore = defineStore('savedOnDisk', () => {
  const composer = useComposerStore();
  const live = useLiveFoldersStore();
  const states = shallowRef<ReadonlyMap<string, OnDisk>>(new Map());
  /** What happened to the file of the current tab. */
  const active = computed(() => states.value.get(composer.activeId ?? '') ?? null);
  const comparing = ref(false);

  function set(tab: DraftTab, state: OnDisk | null): void {
    const next = new Map(states.value);
    if (state === null) next.delete(tab.id);
    else next.set(tab.id, state);
    states.value = next;
  }

  async function look(tab: DraftTab): Promise<void> {
    if (tab.saved?.asked === undefined) return set(tab, null);
    const answer = await window.explorer.openSavedRequest({ id: tab.saved.id });
    const { saved } = tab;
    if (!answer.ok || saved?.asked === undefined) return;
    const { value: theirs } = answer;
    if (theirs?.file === undefined) return set(tab, null);
    const { path, asked, gone } = theirs.file;
    if (gone) return set(tab, { kind: 'gone', path, folder: theirs.folder });
    if (asked === saved.asked) return set(tab, null);
    if (saved.unsaved) return set(tab, { kind: 'changed', path, theirs });
    take(tab, theirs);
  }

  /** True if the file requests something else than when the draft was opened; the person is then shown both. */
  async function asks(tab: DraftTab): Promise<boolean> {
    await look(tab);
    if (states.value.get(tab.id)?.kind !== 'changed') return false;
    comparing.value = composer.activeId === tab.id;
    return true;
  }

  /** Replaces the draft with the contents of the file. */
  function take(tab: DraftTab, theirs: SavedRequest): void {
    const draft = draftOfRequest(theirs.request, theirs.form);
    composer.refresh(tab, draft, savedAs(theirs.id, false, theirs.file?.asked));
    set(tab, null);
  }

  /** Keeps the draft after the person has seen the file: saving will overwrite the file. */
  function keep(tab: DraftTab, theirs: SavedRequest): void {
    composer.bind(tab, savedAs(theirs.id, true, theirs.file?.asked));
    set(tab, null);
  }

  watch([() => live.changes, () => composer.tabs], () => composer.tabs.forEach((tab) => void look(tab)), {
    immediate: true,
  });

  return { active, comparing, look, asks, take, keep };
});

/** The request as lines of text, to be compared. Values of secrets are left out, as files never hold them. */
export function textOfAsked({ request, form }: Pick<SavedRequest, 'request' | 'form'>): string {
  const line = ({ name, value, secret }: { name: string; value: string; secret: boolean }): string =>
    `${name}: ${secret ? '(secret)' : value}`;
  return [
    ...request.headers.map(line),
    ...(form?.switchedOff ?? []).map((row) => `(off) ${line(row)}`),
    '',
    request.body ?? '',
    '',
  ].join('\n');
}

export function textOfDraft(tab: DraftTab): string {
  const draft = draftOf(tab);
  return textOfAsked({ request: requestOfDraft(draft), form: formOfDraft(draft) });
}
