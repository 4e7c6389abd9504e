/** Makes a part of the window focusable this once: later it would take the focus from whoever clicks inside it. */
export function focusPane(pane: HTMLElement): void {
  pane.tabIndex = -1;
  pane.addEventListener('blur', () => pane.removeAttribute('tabindex'), { once: true });
  pane.focus();
}
