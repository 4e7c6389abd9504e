/**
 * A right click on an ID, or on a row that has one, offers to copy it whole, however short it is shown: the value of
 * `data-copy` is copied. On selected text and in fields, main's own menu appears.
 */
export function offerCopies(): void {
  document.addEventListener('contextmenu', (event) => {
    const text = copiedText(event.target);
    if (text === null || hasSelection()) return;
    event.preventDefault();
    void window.explorer.openCopyMenu({ what: 'ID', text });
  });
}

function copiedText(target: EventTarget | null): string | null {
  if (!(target instanceof Element) || target.closest('input, textarea, [contenteditable="true"]'))
    return null;
  const own = target.closest('[data-copy]') ?? target.closest('.row')?.querySelector('[data-copy]');
  return own?.getAttribute('data-copy') ?? null;
}

function hasSelection(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}
