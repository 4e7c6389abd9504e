import { defineStore } from 'pinia';
import { computed, shallowRef, watch, type WritableComputedRef } from 'vue';
import type { TypedForm as KeptForm } from '@shared/bridge/drafts';
import { isDetails, textKey, useKeptTextsStore } from './kept-texts';

/** A small form, and the id of what it is about; forms that are about nothing have an empty one. */
export type TypedForm = Exclude<KeptForm, 'details'>;

/**
 * What was typed into small forms and is neither saved nor discarded. It is kept while the form is closed, while
 * something else is in sight, and when the app ends; a form of another thing never shows it.
 */
export const useTypedStore = defineStore('typed', () => {
  const kept = useKeptTextsStore();
  const texts = shallowRef<ReadonlyMap<string, string>>(new Map());

  watch(
    () => kept.left,
    (left) => {
      const small = left.filter(({ key }) => !isDetails(key));
      texts.value = new Map([...small.map(({ key, text }) => [key, text] as const), ...texts.value]);
    },
    { immediate: true, flush: 'sync' },
  );

  function set(key: string, text: string | null): void {
    if (text === null && !texts.value.has(key)) return;
    const next = new Map(texts.value);
    if (text === null) next.delete(key);
    else next.set(key, text);
    texts.value = next;
    kept.keep(key, text);
  }

  /** @param saved the text that the field starts with, which is not kept. */
  function field(
    form: TypedForm,
    id: () => string,
    name: string,
    saved: () => string = () => '',
  ): WritableComputedRef<string> {
    return computed({
      get: () => texts.value.get(textKey(form, id(), name)) ?? saved(),
      set: (text) => set(textKey(form, id(), name), text === saved() ? null : text),
    });
  }

  /**
   * The fields of these forms were saved or discarded.
   * @param asOf `texts` when saving or discarding began: what has been typed since is kept.
   */
  function forget(forms: TypedForm | readonly TypedForm[], id: string, asOf = texts.value): void {
    const starts = [forms].flat().map((form) => textKey(form, id, ''));
    for (const [key, text] of texts.value)
      if (starts.some((start) => key.startsWith(start)) && text === asOf.get(key)) set(key, null);
  }

  return { texts, field, forget };
});
