import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import { EMPTY_LIBRARY, type ComposerLibrary, type Snippet } from '@shared/bridge/drafts';
import type { Problem } from '@shared/problem';
import type { DraftAuthentication } from '@shared/vault-forward/draft';
import type { OwnPlaceholder } from '@shared/vault-forward/placeholder-catalogue';

/** What the person has gathered for composing: own placeholders and snippets, names of authentication methods. */
export const useLibraryStore = defineStore('composerLibrary', () => {
  const library = shallowRef<ComposerLibrary>(EMPTY_LIBRARY);
  const problem = ref<Problem | null>(null);
  let started: Promise<void> | null = null;

  function start(): Promise<void> {
    started ??= window.explorer.readComposerLibrary().then((answer) => {
      if (answer.ok) library.value = answer.value;
      else problem.value = answer.problem;
    });
    return started;
  }

  async function write(change: Partial<ComposerLibrary>): Promise<void> {
    await start();
    library.value = { ...library.value, ...change };
    const answer = await window.explorer.keepComposerLibrary({ library: library.value });
    problem.value = answer.ok ? null : answer.problem;
  }

  /** An own placeholder; one of the same name gives way. */
  function addPlaceholder(added: OwnPlaceholder): Promise<void> {
    const others = library.value.placeholders.filter(({ name }) => name !== added.name);
    return write({ placeholders: [...others, added] });
  }
  function removePlaceholder(name: string): Promise<void> {
    return write({ placeholders: library.value.placeholders.filter((other) => other.name !== name) });
  }

  function addSnippet(name: string, text: string): Promise<void> {
    const snippet: Snippet = { id: crypto.randomUUID(), name, text };
    return write({ snippets: [...library.value.snippets.filter((other) => other.name !== name), snippet] });
  }
  function removeSnippet(id: string): Promise<void> {
    return write({ snippets: library.value.snippets.filter((other) => other.id !== id) });
  }

  /** The names go along with their ids from now on. */
  function remember(authentications: readonly DraftAuthentication[]): Promise<void> {
    const ids = new Set(authentications.map(({ id }) => id));
    const others = library.value.authentications.filter(({ id }) => !ids.has(id));
    return write({ authentications: [...authentications, ...others].slice(0, MAX_REMEMBERED) });
  }
  /** The name of a payment method, for this person alone; an empty one is forgotten. */
  function nameCard(id: string, name: string): Promise<void> {
    const others = library.value.paymentMethods.filter((known) => known.id !== id);
    const named = name === '' ? others : [{ id, name }, ...others];
    return write({ paymentMethods: named.slice(0, MAX_REMEMBERED) });
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
