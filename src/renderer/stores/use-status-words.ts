import { onActivated, onBeforeUnmount, onDeactivated, onMounted, ref, watch } from 'vue';
import { useStatusStore } from './status';

/** Shows this text in the status bar while the component is visible; null for none. */
export function useStatusWords(words: () => string | null): void {
  const status = useStatusStore();
  const inSight = ref(false);
  let told: string | null = null;

  /** Takes back only its own text: the screen around it, or the next one, may have set another by then. */
  function tell(next: string | null): void {
    if (next === null && status.words !== told) return;
    status.tell(next);
    told = next;
  }
  watch([inSight, words], ([isInSight, next]) => {
    if (isInSight) tell(next);
  });
  function come(): void {
    inSight.value = true;
  }
  function go(): void {
    if (inSight.value) tell(null);
    inSight.value = false;
  }
  onMounted(come);
  onActivated(come);
  onDeactivated(go);
  onBeforeUnmount(go);
}
