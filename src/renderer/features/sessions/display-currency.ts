import { ref, type Ref } from 'vue';

const chosen = ref<string | null>(null);

/** The currency that amounts are shown in: one for all sessions of this run, null for plain minor units. */
export function useDisplayCurrency(): Ref<string | null> {
  return chosen;
}
