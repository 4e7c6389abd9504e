import { nextTick } from 'vue';
import { router } from '../app/router';
import { isModalOpen } from '../components/modal-open';
import { nextFrame } from '../components/next-frame';
import { useOverlaysStore } from '../stores/overlays';
import { useProfilesStore } from '../stores/profiles';
import { onApple } from '../stores/shortcuts';
import { fill, type Press } from './first-frame';

/** How long the following presses wait for a screen or dialog opened by a press, in ms. */
const OPEN_LIMIT_MS = 5_000;

/**
 * Repeats in the app what was pressed before it had loaded, in order, each press once the previous one has taken
 * effect: a look-up goes to the profile that was switched to before it. So nothing is sent before the profiles have
 * arrived; without them, or when a switch fails, only clicks are repeated. Stops at anything that a person could not
 * have done.
 */
export async function pressAgain(
  presses: Press[],
  field: HTMLTextAreaElement | null,
  profilesAreHere: boolean,
): Promise<void> {
  const profiles = useProfilesStore();
  const overlays = useOverlaysStore();
  let isKnown = profilesAreHere;
  let isNavigating = false;
  const stopListening = [
    router.beforeEach(() => void (isNavigating = true)),
    router.afterEach(() => void (isNavigating = false)),
  ];

  /** False when what a press should have opened does not appear. */
  async function opened(): Promise<boolean> {
    const limit = performance.now() + OPEN_LIMIT_MS;
    isKnown = await profiles.settled();
    do {
      await nextFrame();
      if (performance.now() > limit) return false;
    } while (isNavigating || (overlays.open !== null && !isModalOpen()));
    return true;
  }

  async function press(what: Press): Promise<boolean> {
    if ('part' in what) return !isModalOpen() && (click(what.part), opened());
    if (!isKnown) return false;
    if ('lookUp' in what) await lookUp(field, what.lookUp);
    else if ('pasted' in what) document.execCommand('insertText', false, what.pasted);
    // Something is or was open: what follows Escape is meant for what is underneath.
    else if (!dispatchKey(document.activeElement, what.keys) || what.keys.key === 'Escape') return opened();
    else if (!type(what.keys)) return false;
    await nextTick();
    return true;
  }

  for (let next = presses[0]; next !== undefined; next = presses[0]) {
    if (!(await press(next))) break;
    presses.shift();
  }
  for (const stop of stopListening) stop();
}

/** Looks up the text, and leaves the field's current text in place. */
async function lookUp(field: HTMLTextAreaElement | null, text: string): Promise<void> {
  if (field === null) return;
  const { value, selectionStart, selectionEnd } = field;
  if (value !== text) fill(field, text);
  dispatchKey(field, { key: 'Enter', bubbles: true, cancelable: true });
  // The form has selected its text.
  await nextTick();
  if (value !== text) fill(field, value);
  field.setSelectionRange(selectionStart, selectionEnd);
}

function click(part: HTMLElement): void {
  if (part.getAttribute('role') !== 'combobox') part.click();
  // A combobox listens to the pointer and to keys, but not to clicks.
  else if (part.getAttribute('aria-expanded') !== 'true') {
    part.focus();
    dispatchKey(part, { key: 'Enter', bubbles: true, cancelable: true });
  }
}

/** False if something has handled it. */
function dispatchKey(target: Element | null, keys: KeyboardEventInit): boolean {
  return (target ?? document.body).dispatchEvent(new KeyboardEvent('keydown', keys));
}

/** Does what the system would do with a key, as far as a script can. */
function type({ key = '', ctrlKey, metaKey, altKey }: KeyboardEventInit): boolean {
  if (key.length === 1) {
    if (!ctrlKey && !metaKey && (!altKey || onApple)) document.execCommand('insertText', false, key);
    return true;
  }
  if (key === 'Backspace') document.execCommand('delete');
  return key === 'Backspace' || /^F\d/.test(key);
}
