import { until } from '@vueuse/core';
import { defineStore } from 'pinia';
import { markRaw, ref, watch } from 'vue';
import type { DraftOfSaved, KeptDraft } from '@shared/bridge/drafts';
import { succeed, type Problem } from '@shared/problem';
import { emptyDraft, fieldsOf, type VaultForwardDraft, type DraftFields } from '@shared/vault-forward/draft';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import type { DraftField, DraftFinding } from '@shared/vault-forward/finding';
import type { DraftOrigin } from '@renderer/stores/composer-inbox';
import { useDatabaseStore } from '@renderer/stores/database';
import { useKeptTextsStore } from '@renderer/stores/kept-texts';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { UNDO_MS, useUndoStore } from '@renderer/stores/undo';
import { BodyWorkerClient } from '../body-worker/body-worker-client';
import { arrangeCards as arrangeCardsOf } from './arrange-cards';
import { KeptDrafts } from './kept-drafts';
import { mendFields } from './mend-fields';
import { recallSend } from './recall-send';
import { partOf, usePaneStore } from './pane-store';
import { useTabRow, type BringBack } from './tab-row';
import {
  bodyOf,
  createTab,
  draftOf,
  isUntouched,
  savedAs,
  tabTitle,
  withNewRows,
  type DraftTab,
} from './draft-tab';

/** The drafts of the composer as tabs; every change is saved to disk a moment later. */
export const useComposerStore = defineStore('composer', () => {
  const profiles = useProfilesStore();
  const database = useDatabaseStore();
  const saved = useSavedRequestsStore();
  const undo = useUndoStore();
  const pane = usePaneStore();

  const row = useTabRow();
  const { tabs, activeId, active } = row;
  /** Why drafts cannot be kept at the moment; null if they can. */
  const trouble = ref<Problem | null>(null);
  const unreadable = ref(0);
  let started: Promise<void> | null = null;
  /** True if the drafts of the last run could not be read yet. */
  let isUnread = false;

  const worker = markRaw(new BodyWorkerClient());
  const kept = new KeptDrafts({
    onTrouble: (problem) => {
      trouble.value = problem;
      if (problem === null && isUnread) void readKept();
    },
    places: () => ({ ids: tabs.value.map(({ id }) => id), activeId: activeId.value }),
  });

  /** Restores the drafts of the last run, or opens an empty one. */
  function start(): Promise<void> {
    started ??= restore();
    return started;
  }

  async function restore(): Promise<void> {
    await readKept();
    if (active.value === null) openEmpty();
    watch([tabs, activeId], () => kept.arrange());
    // The stand-in database holds no drafts, so they are written to it in full: a reloaded page would find only later changes.
    watch(
      () => database.hidesKept,
      (hidesKept) => {
        if (!hidesKept) return void readKept();
        tabs.value.filter((tab) => !isUntouched(tab)).forEach((tab) => kept.noteWhole(tab));
      },
    );
    // An empty draft belongs to whichever profile is active.
    watch(
      () => profiles.activeId,
      (profileId) => {
        if (profileId !== null) tabs.value.filter(isUntouched).forEach((tab) => rebase(tab, profileId));
      },
    );
    watch(() => saved.lines, followNames);
    window.addEventListener('pagehide', () => kept.flushAtEnd());
  }

  /** A tab with the name of its saved request takes its new one; a name that the person gave the tab stays. */
  function followNames(lines: readonly SavedRequestLine[], before: readonly SavedRequestLine[]): void {
    for (const tab of tabs.value) {
      const [now, earlier] = [lines, before].map((all) => all.find(({ id }) => id === tab.saved?.id)?.name);
      if (now !== undefined && earlier !== now && earlier === tab.name) rename(tab, now);
    }
  }

  /** Adds the kept drafts. A draft that is already open is newer than its kept version, and stays. */
  async function readKept(): Promise<void> {
    const answer = await window.explorer.openDrafts();
    await until(() => profiles.activeId).not.toBeNull();
    isUnread = !answer.ok;
    if (!answer.ok) return void (trouble.value = answer.problem);
    const known = new Set(tabs.value.map(({ id }) => id));
    const drafts = answer.value.drafts.filter(({ id }) => !known.has(id) && !kept.isDiscarded(id));
    tabs.value = [...drafts.map((draft) => adopt(draft, true)), ...tabs.value];
    unreadable.value = answer.value.unreadable;
    activeId.value ??= answer.value.activeId ?? tabs.value[0]?.id ?? null;
    for (const { id, exchangeId } of drafts) {
      const tab = tabs.value.find((one) => one.id === id);
      if (exchangeId !== null && tab !== undefined) void recallSend(tab, exchangeId);
    }
  }

  function adopt(draft: KeptDraft, isRestored = false): DraftTab {
    return createTab(draft, isRestored, {
      onEdit: (tab, edits) => {
        worker.note(tab.id, edits);
        kept.noteEdits(tab, edits);
        noteUnsaved(tab);
      },
      onMove: (moved) => kept.note(moved.id, { place: moved.document.place }),
    });
  }

  /** Changes fields of a draft other than the body. */
  function patch(tab: DraftTab, fields: Partial<DraftFields>): void {
    tab.fields = { ...tab.fields, ...fields };
    kept.note(tab.id, { fields: tab.fields });
    noteUnsaved(tab);
  }

  /**
   * Sets the saved request that a draft is a version of; null when it is not, or no longer, a version of one.
   * @param familyId the saved request's, which the draft joins (`familyOfSaved`).
   */
  function bind(tab: DraftTab, saved: DraftOfSaved | null, familyId = tab.familyId): void {
    tab.saved = saved;
    tab.familyId = familyId;
    kept.note(tab.id, { saved, familyId });
  }
  function noteUnsaved(tab: DraftTab): void {
    if (tab.saved?.unsaved === false) bind(tab, { ...tab.saved, unsaved: true });
  }

  /**
   * Brings a draft into sight, with one of its fields: what an undo changes there is seen.
   * @param orIn fields that show it as well; one that is in sight stays so.
   */
  function reveal(tab: DraftTab, field: DraftField, orIn: readonly DraftField[] = []): void {
    const shown = activeId.value === tab.id ? orIn.find((other) => partOf(other) === pane.part) : undefined;
    activeId.value = tab.id;
    pane.openField(shown ?? field);
  }

  /** @see arrangeCardsOf */
  function arrangeCards(tab: DraftTab, cards: readonly string[], from: readonly (number | null)[]): void {
    const isOpen = (): boolean => tabs.value.includes(tab);
    const revealChanged = (changed: readonly DraftField[]): void => reveal(tab, 'paymentMethods', changed);
    arrangeCardsOf(tab, cards, from, { patch, isOpen, revealChanged, offerUndo: undo.offer });
  }

  /** Names a tab; with null, it is named after its method and path. */
  function rename(tab: DraftTab, name: string | null): void {
    tab.name = name;
    kept.note(tab.id, { name });
  }

  /** Applies the fix of a finding, so that the finding disappears. */
  function mend(tab: DraftTab, finding: DraftFinding): void {
    const fields = mendFields(tab.fields, finding);
    if (fields !== null) return patch(tab, fields);
    if (finding.mend === undefined || tab.report?.revision !== tab.revision) return;
    const { offset, length, insert } = finding.mend;
    tab.document.edit({ changes: { from: offset, to: offset + length, insert }, userEvent: 'input.replace' });
  }

  /** Sets the profile that the draft belongs to, for example after a send. */
  function rebase(tab: DraftTab, profileId: string): void {
    tab.profileId = profileId;
    kept.note(tab.id, { profileId });
  }

  /**
   * Opens a draft in a new tab, or in place of the current one if nothing was entered there. A saved request that is
   * already open comes to the front, with its changes.
   */
  function openDraft(draft: VaultForwardDraft, from: DraftOrigin = {}): DraftTab {
    const { name = null, profileId, savedId = null, asked = null, familyId } = from;
    const open = savedId === null ? undefined : tabs.value.find(({ saved }) => saved?.id === savedId);
    if (open !== undefined) {
      activeId.value = open.id;
      if (open.saved?.unsaved === false) refresh(open, draft, savedAs(open.saved.id, false, asked));
      return open;
    }
    const id = crypto.randomUUID();
    const tab = adopt({
      id,
      familyId: familyId ?? id,
      name,
      profileId: profileId ?? profiles.activeId ?? '',
      draft,
      place: { anchor: 0, head: 0, top: 0 },
      exchangeId: null,
      saved: savedId === null ? null : savedAs(savedId, false, asked),
    });
    const replaced = row.add(tab);
    pane.openField('body');
    if (replaced !== null) void kept.discard(replaced.id);
    kept.noteWhole(tab);
    return tab;
  }

  /** Replaces a draft with its saved request, which may have changed meanwhile, for example by an import. */
  function refresh(tab: DraftTab, draft: VaultForwardDraft, saved: DraftOfSaved): void {
    patch(tab, fieldsOf(withNewRows(draft)));
    if (bodyOf(tab) !== draft.body) tab.document.replace(draft.body);
    bind(tab, saved);
  }

  /** Opens a new draft, with the ways to start beside it. */
  function openEmpty(): void {
    openDraft(emptyDraft());
    pane.show('result');
  }

  /** Opens a copy in a new tab behind it. */
  function duplicate(tab: DraftTab): void {
    activeId.value = tab.id;
    const name = tab.name === null ? null : `${tab.name} (copy)`;
    openDraft(withNewRows(draftOf(tab)), { name, profileId: tab.profileId, familyId: tab.familyId });
  }

  /** Closes a tab; for a minute it can be restored, with its undo history. */
  function close(id: string): void {
    closeAll(tabs.value.filter((other) => other.id === id));
  }

  function closeOthers(id: string): void {
    closeAll(tabs.value.filter((other) => other.id !== id));
  }

  function closeAll(closed: readonly DraftTab[]): void {
    if (closed.length === 0) return;
    const bringBack = row.remove(closed);
    useKeptTextsStore().drop(closed.map(({ id }) => id));
    for (const { id } of closed) void kept.discard(id);
    if (tabs.value.length === 0) openEmpty();
    offerUndo(
      closed.filter((tab) => !isUntouched(tab)),
      bringBack,
    );
  }

  function offerUndo(closed: readonly DraftTab[], bringBack: BringBack): void {
    const [first] = closed;
    if (first === undefined) return;
    const words = closed.length === 1 ? `Closed “${tabTitle(first)}”.` : `Closed ${closed.length} drafts.`;
    // Closing does not cancel a charge in progress, and nothing else in the window will report its outcome.
    const isOut = closed.some(({ sending }) => sending.working !== null);
    undo.offer(
      isOut ? `${words} Sending continues: History will show how it ends.` : words,
      () => {
        for (const { id } of bringBack(closed)) void kept.discard(id);
        closed.forEach((tab) => kept.noteWhole(tab));
        useKeptTextsStore().restore(closed.map(({ id }) => id));
        return Promise.resolve(succeed(null));
      },
      UNDO_MS,
    );
  }

  /** Starts to write the draft to disk now, before anything is sent. */
  function keepNow(tab: DraftTab): void {
    void kept.flush(tab.id);
  }

  return {
    tabs,
    activeId,
    active,
    trouble,
    unreadable,
    start,
    patch,
    reveal,
    arrangeCards,
    bind,
    rename,
    mend,
    rebase,
    openDraft,
    refresh,
    openEmpty,
    duplicate,
    close,
    closeOthers,
    move: row.move,
    step: row.step,
    keepNow,
    worker,
  };
});
