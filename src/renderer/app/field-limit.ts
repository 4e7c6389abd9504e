import { MAX_IN_FIELD } from '../components/max-in-field';

/**
 * Refuses to insert text that exceeds the limit into a field, and shows a message there; editors are exempt. A field
 * that can take a long pasted text gets the event first.
 */
export function limitFields(): void {
  const onPaste = (event: ClipboardEvent): void => {
    const takesLong = event.target instanceof HTMLElement && 'takesLong' in event.target.dataset;
    if (!takesLong) refuseLong(event, event.clipboardData?.getData('text/plain'));
  };
  document.addEventListener('paste', onPaste, { capture: true });
  document.addEventListener('beforeinput', (event) =>
    refuseLong(event, event.data ?? event.dataTransfer?.getData('text/plain')),
  );
}

function refuseLong(event: Event, text = ''): void {
  const field = event.target;
  if (text.length <= MAX_IN_FIELD) return;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const [has, most] = [text.length, MAX_IN_FIELD].map((count) => count.toLocaleString('en'));
  // Chromium shows the message beside the field, even above dialogs, and screen readers announce it.
  field.setCustomValidity(
    `Too long for this field: ${has} characters; it takes ${most} at once. Nothing was inserted.`,
  );
  field.reportValidity();
  // The text that is already in the field is as valid as before.
  const shown = new AbortController();
  const end = (): void => {
    field.setCustomValidity('');
    shown.abort();
  };
  for (const name of ['keydown', 'input', 'blur'])
    field.addEventListener(name, end, { signal: shown.signal });
}
