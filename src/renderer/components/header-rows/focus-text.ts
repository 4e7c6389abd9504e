import type { DraftPlace } from '@shared/vault-forward/finding';

/** Focuses a control and selects the part of its text that the place names. */
export function focusText(control: HTMLInputElement | HTMLTextAreaElement | null, place: DraftPlace): void {
  if (control === null) return;
  control.focus();
  if (place.offset === undefined) control.select();
  else control.setSelectionRange(place.offset, place.offset + (place.length ?? 0));
}
