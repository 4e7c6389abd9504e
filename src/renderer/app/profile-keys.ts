import { onBeforeUnmount, onMounted } from 'vue';
import { isCommand, onApple } from '../components/command-key';
import { isModalOpen } from '../components/modal-open';

/** Ctrl+1..9 (Cmd on macOS): the place, from 0, of the profile that the key stands for; null for any other key. */
export function profilePlaceOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  apple: boolean,
): number | null {
  if (!isCommand(event, apple) || event.altKey || event.shiftKey || !/^[1-9]$/.test(event.key)) return null;
  return Number(event.key) - 1;
}

/** How the key of a place is written: `Ctrl+1`, or `⌘1`. Null beyond the ninth. */
export function describeProfileKey(place: number, apple: boolean): string | null {
  if (place > 8) return null;
  return apple ? `⌘${place + 1}` : `Ctrl+${place + 1}`;
}

/** Calls `choose` for the keys of the profiles, except while a modal question waits for its answer. */
export function useProfileKeys(choose: (place: number) => void): void {
  function onKey(event: KeyboardEvent): void {
    const place = profilePlaceOf(event, onApple);
    if (place === null || isModalOpen()) return;
    event.preventDefault();
    choose(place);
  }
  onMounted(() => window.addEventListener('keydown', onKey));
  onBeforeUnmount(() => window.removeEventListener('keydown', onKey));
}
