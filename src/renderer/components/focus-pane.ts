/** Gives a part of the window the focus for this time alone: later it would take it from whoever clicks into it. */
export function focusPane(pane: HTMLElement): void {
  pane.tabIndex = -1;
  pane.addEventListener('blur', () => pane.removeAttribute('tabindex'), { once: true });
  pane.focus();
}
