/** True while a modal dialog waits for its answer: keys that would change what is behind it do nothing. */
export function isModalOpen(): boolean {
  return document.querySelector('[role="alertdialog"], .dialog, .palette, .placeholder-palette') !== null;
}

/** A menu, a popover or a dialog, which Escape closes by itself. */
export const LAYER = '[data-dismissable-layer]';

/** True while one of those is open. */
export function isLayerOpen(): boolean {
  return document.querySelector(LAYER) !== null;
}
