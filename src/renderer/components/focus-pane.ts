/**
 * Makes a part of the window focusable this one time: if it stayed focusable, clicking inside it would move the focus
 * to it.
 */
export function focusPane(pane: HTMLElement): void {
  pane.tabIndex = -1;
  pane.addEventListener('blur', () => pane.removeAttribute('tabindex'), { once: true });
  pane.focus();
}
