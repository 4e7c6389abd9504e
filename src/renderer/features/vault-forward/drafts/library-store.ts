import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import { EMPTY_LIBRARY, type ComposerLibrary, type Snippet } from '@shared/bridge/drafts';
import { refuse, succeed, type Problem } from '@shared/problem';
import type { DraftAuthentication } from '@shared/vault-forward/draft';
import { useDatabaseStore } from '@renderer/stores/database';
import { isUuid } from '@shared/text/uuid';
import { UNDO_MS, useUndoStore } from '@renderer/stores/undo';
import type { OwnPlaceholder } from '@shared/vault-forward/placeholder-catalogue';

type Change = (kept: ComposerLibrary) => Partial<ComposerLibrary>;

/** The person's own placeholders and snippets, and names of authentication and payment methods. */
export const useLibraryStore = defineStore('composerLibrary', () => {
  const library = shallowRef<ComposerLibrary>(EMPTY_LIBRARY);
  const problem = ref<Problem | null>(null);
  const undo = useUndoStore();
  let started: Promise<void> | null = null;
  let isRead = false;
  /** What was entered while the database worked in memory, until the stored library has been read. */
  let gathered: ComposerLibrary | null = null;

  function start(): Promise<void> {
    started ??= window.explorer.readComposerLibrary().then((answer) => {
      isRead = answer.ok;
      if (answer.ok) {
        library.value = gathered === null ? answer.value : together(answer.value, gathered);
        gathered = null;
        // The next call tries again.
      } else started = null;
      problem.value = answer.ok ? null : answer.problem;
    });
    return started;
  }

  /** Resolves to the problem if it was not kept. */
  async function write(change: Change): Promise<Problem | null> {
    await start();
    // If the stored library had not been read, this would overwrite it.
    if (!isRead) return problem.value;
    library.value = { ...library.value, ...change(library.value) };
    const answer = await window.explorer.keepComposerLibrary({ library: library.value });
    problem.value = answer.ok ? null : answer.problem;
    return problem.value;
  }

  const database = useDatabaseStore();
  let inMemory = false;
  watch(
    () => database.state.kind,
    (kind) => {
      if (kind === 'open' && inMemory && started !== null) void bringTogether();
      if (kind !== 'closed') inMemory = kind === 'session-only';
    },
    { immediate: true },
  );
  /** Adds to the stored library what was entered while it could not be read. */
  async function bringTogether(): Promise<void> {
    gathered = library.value;
    started = null;
    await write((kept) => kept);
  }

  /** Adds the person's own placeholder, replacing one of the same name. */
  function addPlaceholder(added: OwnPlaceholder): Promise<Problem | null> {
    return write(({ placeholders }) => ({ placeholders: withNewer(placeholders, [added]) }));
  }
  async function removePlaceholder(name: string): Promise<void> {
    const removed = library.value.placeholders.filter((one) => one.name === name);
    const trouble = await write(({ placeholders }) => ({
      placeholders: placeholders.filter((other) => other.name !== name),
    }));
    if (trouble === null)
      offerBack(removed, ({ placeholders }) => ({ placeholders: withNewer(removed, placeholders) }));
  }

  function addSnippet(name: string, text: string): Promise<Problem | null> {
    const snippet: Snippet = { id: crypto.randomUUID(), name, text };
    return write(({ snippets }) => ({ snippets: withNewer(snippets, [snippet]) }));
  }
  async function removeSnippet(id: string): Promise<void> {
    const removed = library.value.snippets.filter((one) => one.id === id);
    const trouble = await write(({ snippets }) => ({
      snippets: snippets.filter((other) => other.id !== id),
    }));
    if (trouble === null) offerBack(removed, ({ snippets }) => ({ snippets: withNewer(removed, snippets) }));
  }
  /** One that has since been added under the same name takes precedence. */
  function offerBack(removed: readonly { readonly name: string }[], bringBack: Change): void {
    const [first] = removed;
    if (first === undefined) return;
    undo.offer(
      `Removed “${first.name}”.`,
      async () => {
        const trouble = await write(bringBack);
        return trouble === null ? succeed(null) : refuse(trouble);
      },
      UNDO_MS,
    );
  }

  /** Remembers the names of authentication methods for their ids. */
  function remember(authentications: readonly DraftAuthentication[]): Promise<Problem | null> {
    return write((kept) => ({ authentications: remembered(kept.authentications, authentications) }));
  }
  /** Names a payment method, on this computer only; an empty name removes the name. */
  function nameCard(id: string, name: string): Promise<Problem | null> {
    return write(({ paymentMethods }) => ({
      paymentMethods:
        name === ''
          ? paymentMethods.filter((known) => known.id !== id)
          : remembered(
              // What was no id at all was this one, mistyped.
              paymentMethods.filter((known) => known.name !== name || isUuid(known.id)),
              [{ id, name }],
            ),
    }));
  }
  function cardNameOf(id: string): string {
    return library.value.paymentMethods.find((known) => known.id === id)?.name ?? '';
  }
  function nameOf(id: string): string {
    return library.value.authentications.find((known) => known.id === id)?.name ?? '';
  }

  return {
    library,
    problem,
    start,
    addPlaceholder,
    removePlaceholder,
    addSnippet,
    removeSnippet,
    remember,
    nameOf,
    nameCard,
    cardNameOf,
  };
});

const MAX_REMEMBERED = 200;

/** Merges two lists; of two items with the same name, the newer one stays. */
function withNewer<Item extends { readonly name: string }>(
  kept: readonly Item[],
  newer: readonly Item[],
): Item[] {
  const taken = new Set(newer.map(({ name }) => name));
  return [...kept.filter(({ name }) => !taken.has(name)), ...newer];
}

/** Puts the newest first. */
function remembered(
  kept: readonly DraftAuthentication[],
  newer: readonly DraftAuthentication[],
): DraftAuthentication[] {
  const ids = new Set(newer.map(({ id }) => id));
  return [...newer, ...kept.filter(({ id }) => !ids.has(id))].slice(0, MAX_REMEMBERED);
}

function together(kept: ComposerLibrary, newer: ComposerLibrary): ComposerLibrary {
  return {
    placeholders: withNewer(kept.placeholders, newer.placeholders),
    snippets: withNewer(kept.snippets, newer.snippets),
    authentications: remembered(kept.authentications, newer.authentications),
    paymentMethods: remembered(kept.paymentMethods, newer.paymentMethods),
  };
}
