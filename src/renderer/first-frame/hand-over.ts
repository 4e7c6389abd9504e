import { nextTick } from 'vue';
import { fieldIn, takePresses } from './first-frame';

/** The app draws the same parts in the same order. */
const PARTS = 'a, button, textarea, [tabindex]';
const partsOf = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(PARTS)];

/**
 * Reads what a person did in the first frame; what it returns does the same in the app that has taken the frame's place:
 * what was typed, selected and focused is so again, and what was pressed is pressed.
 */
export function takeOver(frame: HTMLElement): () => Promise<void> {
  const parts = partsOf(frame);
  const focused = parts.findIndex((part) => part === document.activeElement);
  const typed = fieldIn(frame);
  const text = typed?.value ?? '';
  const [start, end] = [typed?.selectionStart ?? 0, typed?.selectionEnd ?? 0];
  const presses = takePresses().map((what) => (what instanceof HTMLElement ? parts.indexOf(what) : what));

  return async () => {
    const field = fieldIn(frame);
    for (const press of presses) {
      if (typeof press === 'number') partsOf(frame)[press]?.click();
      else if (typeof press === 'object')
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', press));
      else if (field !== null) {
        fill(field, press);
        field.form?.requestSubmit();
        // The form selects its text then.
        await nextTick();
      }
    }
    if (field !== null && field.value !== text) fill(field, text);
    await nextTick();
    if (presses.every((press) => typeof press === 'string')) partsOf(frame)[focused]?.focus();
    field?.setSelectionRange(start, end);
  };
}

function fill(field: HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
