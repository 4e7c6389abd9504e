import { defineStore } from 'pinia';
import { computed, shallowRef, watch, type WritableComputedRef } from 'vue';

/** A small form, and the id of what it is about; forms that are about nothing have an empty one. */
export type TypedForm = 'note' | 'outcome' | 'list' | 'folder' | 'ids' | 'snippet' | 'placeholder';

const keyOf = (form: TypedForm, id: string, field: string): string => [form, id, field].join('\n');

/**
 * What was typed into small forms and is neither saved nor discarded. It is kept while the form is closed, and while
 * something else is in sight; a form of another thing never shows it.
 */
export const useTypedStore = defineStore('typed', () => {
  const texts = shallowRef<ReadonlyMap<string, string>>(new Map());

  function set(key: string, text: string | null): void {
    if (text === null && !texts.value.has(key)) return;
    const next = new Map(texts.value);
    if (text === null) next.delete(key);
    else next.set(key, text);
    texts.value = next;
  }

  /** @param saved the text that the field begins with, which is not kept. */
  function field(
    form: TypedForm,
    id: () => string,
    name: string,
    saved: () => string = () => '',
  ): WritableComputedRef<string> {
    return computed({
      get: () => texts.value.get(keyOf(form, id(), name)) ?? saved(),
      set: (text) => set(keyOf(form, id(), name), text === saved() ? null : text),
    });
  }

  /**
   * The fields of these forms were saved or discarded.
   * @param asOf `texts` when that began: what was typed since is kept.
   */
  function forget(forms: TypedForm | readonly TypedForm[], id: string, asOf = texts.value): void {
    const starts = [forms].flat().map((form) => keyOf(form, id, ''));
    for (const [key, text] of texts.value)
      if (starts.some((start) => key.startsWith(start)) && text === asOf.get(key)) set(key, null);
  }

  // Main asks before the app ends while there are any. The other forms hold no more than a few words.
  const notes = computed(() => {
    const keys = [...texts.value.keys()].map((key) => key.split('\n'));
    return [
      ...new Set(keys.flatMap(([form, id = '']) => (form === 'note' || form === 'outcome' ? [id] : []))),
    ];
  });
  watch(
    () => notes.value.join(),
    () => void window.explorer.noteUnsavedForms({ kind: 'note', ids: notes.value }),
  );

  return { texts, field, forget };
});
