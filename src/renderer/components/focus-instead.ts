/**
 * What had the focus is gone, or stands elsewhere, which loses it too: it goes to what took its place. A focus that is
 * somewhere by then stays there.
 */
export async function focusInstead(find: () => HTMLElement | null | undefined): Promise<void> {
  // A dialog keeps the focus within itself until it is gone.
  await new Promise((resolve) => setTimeout(resolve));
  if (document.activeElement === document.body) find()?.focus();
}
