/**
 * True when the focused element is gone and nothing else has the focus; a stand-in of `catchFocus`, and a dialog that
 * took the focus back, do not count, because a caller may know better.
 */
export function isFocusLost(): boolean {
  return document.activeElement?.matches('body, [role="dialog"], [data-stand-in]') !== false;
}

/**
 * Moves the focus to what replaced the focused element, which has disappeared or moved, and so lost the focus. If
 * something else has the focus by then, it stays there.
 */
export async function focusInstead(find: () => HTMLElement | null | undefined): Promise<void> {
  // A dialog keeps the focus inside until it is gone.
  await new Promise((resolve) => setTimeout(resolve));
  if (isFocusLost()) find()?.focus();
}
