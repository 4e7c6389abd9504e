import { onActivated, onBeforeUnmount, onDeactivated, onMounted, ref, watch } from 'vue';
import { useStatusStore } from './status';

/** While its part of a screen is in sight, the status bar tells these words; null: it has none. */
export function useStatusWords(words: () => string | null): void {
  const status = useStatusStore();
  const inSight = ref(false);

  watch([inSight, words], ([isInSight, told]) => {
    if (isInSight) status.tell(told);
  });
  function come(): void {
    inSight.value = true;
  }
  function go(): void {
    // What another screen tells by now is left alone.
    if (inSight.value) status.tell(null);
    inSight.value = false;
  }
  onMounted(come);
  onActivated(come);
  onDeactivated(go);
  onBeforeUnmount(go);
}
