/** True while a modal dialog waits for its answer: keys that would change what is behind it do nothing. */
export function isModalOpen(): boolean {
  return document.querySelector('[role="alertdialog"], .dialog, .palette, .placeholder-palette') !== null;
}

/** True while a menu, a popover or a dialog is open, which Escape closes by itself. */
export function isLayerOpen(): boolean {
  return document.querySelector('[data-dismissable-layer]') !== null;
}
