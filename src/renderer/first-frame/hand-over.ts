import { nextTick } from 'vue';
import { useProfilesStore } from '../stores/profiles';
import { fieldIn, endPresses, fill, takePresses, type Press } from './first-frame';

/** Loaded on demand, because few people press anything before the app has loaded. */
const loadPressAgain = () => import('./press-again');

/** The app renders the same elements in the same order as the frame. */
const PARTS = 'a, button, textarea, [tabindex]';
const partsOf = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(PARTS)];

/**
 * Reads what a person did in the first frame, or, without a frame, before the app had loaded; the returned function
 * does the same in the app that has replaced it: restores what was typed, selected and focused, and repeats what was
 * pressed.
 */
export function takeOver(frame: HTMLElement | null): () => Promise<void> {
  const presses = takePresses();
  if (frame === null) return () => pressAll(presses, null).finally(endPresses);
  const parts = partsOf(frame);
  const focused = parts.findIndex((part) => part === document.activeElement);
  const typed = fieldIn(frame);
  const text = typed?.value ?? '';
  const [start, end] = [typed?.selectionStart ?? 0, typed?.selectionEnd ?? 0];
  const clicked = presses.map((press) => ('part' in press ? parts.indexOf(press.part) : -1));

  return async () => {
    // Finds the app's elements before it learns more and renders others between them.
    const now = partsOf(frame);
    clicked.forEach((place, at) => {
      const part = now[place];
      if (part !== undefined) presses[at] = { part };
    });
    const field = fieldIn(frame);
    if (field !== null && field.value !== text) fill(field, text);
    await nextTick();
    now[focused]?.focus();
    field?.setSelectionRange(start, end);
    await pressAll(presses, field).finally(endPresses);
  };
}

async function pressAll(presses: Press[], field: HTMLTextAreaElement | null): Promise<void> {
  if (presses.length > 0) void loadPressAgain();
  const isKnown = await useProfilesStore().settled();
  if (presses.length > 0) await (await loadPressAgain()).pressAgain(presses, field, isKnown);
}
