/** What had the focus is gone, and nothing else has it: what stands in for it (`catchFocus`) is for whoever knows better to replace. */
export function isFocusLost(): boolean {
  return document.activeElement?.matches('body, [data-stand-in]') !== false;
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
