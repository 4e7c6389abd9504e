import { ref, shallowRef, watch } from 'vue';
import { readUuids, type ReadUuids } from '@shared/text/uuid';
import { MAX_IN_FIELD } from '@renderer/components/max-in-field';

/** The field of Session ID: its text, and what is wrong with it. */
export function useIdField() {
  const input = ref('');
  const fieldError = ref<string | null>(null);
  /** The large text that is being read, and the IDs of the last one as they were put into the field. */
  const reading = shallowRef<{ readonly text: string } | null>(null);
  let taken: { readonly input: string; readonly duplicates: number } | null = null;

  // What is typed meanwhile takes its place.
  watch(input, () => (reading.value = null), { flush: 'sync' });

  /** Reads what is too long for the field; its IDs stand there then, one in a line. False for a text that the field takes. */
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

  /** The UUIDs of its text, and what is nearly one; null while a large text is being read. */
  function readIds(): ReadUuids | null {
    if (reading.value !== null) return null;
    const found = readUuids(input.value);
    if (taken?.input === input.value) found.duplicates += taken.duplicates;
    return found;
  }

  /** Says why nothing is looked up of it. */
  async function refuse(found: ReadUuids): Promise<void> {
    fieldError.value = (await import('./no-id')).whyNotLookedUp(input.value.trim(), found);
  }

  return { input, fieldError, reading, takeLarge, readIds, refuse };
}
