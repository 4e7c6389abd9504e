import { onActivated, onBeforeUnmount, onDeactivated, onMounted, ref, watch } from 'vue';
import { useStatusStore } from './status';

/** Shows this text in the status bar while the component is visible; null for none. */
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
    // Another screen's text stays.
    if (inSight.value) status.tell(null);
    inSight.value = false;
  }
  onMounted(come);
  onActivated(come);
  onDeactivated(go);
  onBeforeUnmount(go);
}
