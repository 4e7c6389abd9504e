import { ref, shallowRef, watch } from 'vue';
import { readUuids, type ReadUuids } from '@shared/text/uuid';
import { MAX_IN_FIELD } from '@renderer/components/max-in-field';

/** The Session ID field: its text, and what is wrong with it. */
export function useIdField() {
  const input = ref('');
  const fieldError = ref<string | null>(null);
  /**
   * The large text that is being read. `taken` has the text that the last one put into the field, and how many IDs were
   * repeated.
   */
  const reading = shallowRef<{ readonly text: string } | null>(null);
  let taken: { readonly input: string; readonly duplicates: number } | null = null;

  // Typing in the meantime discards the large text.
  watch(input, () => (reading.value = null), { flush: 'sync' });

  /**
   * Reads a text too long for the field, which then receives its IDs, one per line. False if the field can take the
   * text.
   */
  function takeLarge(text: string): boolean {
    fieldError.value = null;
    if (text.length <= MAX_IN_FIELD) return false;
    const own = { text };
    reading.value = own;
    void import('./read-large')
      .then(async ({ readLarge }) => {
        const read = await readLarge(text, () => reading.value === own);
        if (read === null) return;
        fieldError.value = read.refused;
        if (read.refused === null) input.value = read.input;
        taken = read;
      })
      .finally(() => {
        if (reading.value === own) reading.value = null;
      });
    return true;
  }

  /** The UUIDs in the field, and entries that are nearly UUIDs; null while a large text is being read. */
  function readIds(): ReadUuids | null {
    if (reading.value !== null) return null;
    const found = readUuids(input.value);
    if (taken?.input === input.value) found.duplicates += taken.duplicates;
    return found;
  }

  /** Says why none of the field's contents are looked up. */
  async function refuse(found: ReadUuids): Promise<void> {
    fieldError.value = (await import('./no-id')).whyNotLookedUp(input.value.trim(), found);
  }

  return { input, fieldError, reading, takeLarge, readIds, refuse };
}
