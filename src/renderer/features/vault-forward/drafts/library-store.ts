import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import { EMPTY_LIBRARY, type ComposerLibrary, type Snippet } from '@shared/bridge/drafts';
import type { Problem } from '@shared/problem';
import type { DraftAuthentication } from '@shared/vault-forward/draft';
import { useDatabaseStore } from '@renderer/stores/database';
import type { OwnPlaceholder } from '@shared/vault-forward/placeholder-catalogue';

/** What the person has gathered for composing: own placeholders and snippets, names of authentication methods. */
export const useLibraryStore = defineStore('composerLibrary', () => {
  const library = shallowRef<ComposerLibrary>(EMPTY_LIBRARY);
  const problem = ref<Problem | null>(null);
  let started: Promise<void> | null = null;
  let isRead = false;

  function start(): Promise<void> {
    started ??= window.explorer.readComposerLibrary().then((answer) => {
      isRead = answer.ok;
      if (answer.ok) library.value = answer.value;
      // The next one asks again.
      else started = null;
      problem.value = answer.ok ? null : answer.problem;
    });
    return started;
  }

  async function write(change: (kept: ComposerLibrary) => Partial<ComposerLibrary>): Promise<void> {
    await start();
    // What is kept would be written over.
    if (!isRead) return;
    library.value = { ...library.value, ...change(library.value) };
    const answer = await window.explorer.keepComposerLibrary({ library: library.value });
    problem.value = answer.ok ? null : answer.problem;
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
  /** What was gathered while nothing that is kept could be seen goes to it. */
  async function bringTogether(): Promise<void> {
    const gathered = library.value;
    started = null;
    await write((kept) => together(kept, gathered));
  }

  /** Adds a placeholder of the person's own; one of the same name is replaced. */
  function addPlaceholder(added: OwnPlaceholder): Promise<void> {
    return write(({ placeholders }) => ({ placeholders: withNewer(placeholders, [added]) }));
  }
  function removePlaceholder(name: string): Promise<void> {
    return write(({ placeholders }) => ({
      placeholders: placeholders.filter((other) => other.name !== name),
    }));
  }

  function addSnippet(name: string, text: string): Promise<void> {
    const snippet: Snippet = { id: crypto.randomUUID(), name, text };
    return write(({ snippets }) => ({ snippets: withNewer(snippets, [snippet]) }));
  }
  function removeSnippet(id: string): Promise<void> {
    return write(({ snippets }) => ({ snippets: snippets.filter((other) => other.id !== id) }));
  }

  /** The names go along with their ids from now on. */
  function remember(authentications: readonly DraftAuthentication[]): Promise<void> {
    return write((kept) => ({ authentications: remembered(kept.authentications, authentications) }));
  }
  /** The name of a payment method, for this person alone; an empty one is forgotten. */
  function nameCard(id: string, name: string): Promise<void> {
    return write(({ paymentMethods }) => ({
      paymentMethods:
        name === ''
          ? paymentMethods.filter((known) => known.id !== id)
          : remembered(paymentMethods, [{ id, name }]),
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

/** Of two of one name the newer. */
function withNewer<Item extends { readonly name: string }>(
  kept: readonly Item[],
  newer: readonly Item[],
): Item[] {
  const taken = new Set(newer.map(({ name }) => name));
  return [...kept.filter(({ name }) => !taken.has(name)), ...newer];
}

/** The newest stand first. */
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
