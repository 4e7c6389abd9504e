import { focusPane } from './focus-pane';

/** Has the focus in the place of what is gone, until a part that knows better gives it to something. */
let standIn: HTMLElement | null = null;

/** What had the focus is gone, and nothing else has it. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || (activeElement !== null && activeElement === standIn);
}

/** Less than a control: who presses Enter once more must not do what nobody chose. */
export function focusStandIn(pane: HTMLElement | null): void {
  standIn = pane;
  if (pane !== null) focusPane(pane);
}

/**
 * What had the focus is gone, or stands elsewhere, which loses it too: it goes to what took its place. A focus that is
 * somewhere by then stays there.
 */
export async function focusInstead(find: () => HTMLElement | null | undefined): Promise<void> {
  // A dialog keeps the focus within itself until it is gone.
  await new Promise((resolve) => setTimeout(resolve));
  if (isFocusLost()) find()?.focus();
}
