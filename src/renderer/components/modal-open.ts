/** True while a modal dialog is open: keys that would change what is behind it do nothing. */
export function isModalOpen(): boolean {
  return document.querySelector('[role="alertdialog"], .dialog, .palette, .placeholder-palette') !== null;
}

/** A menu, a popover or a dialog, which closes itself on Escape. */
export const LAYER = '[data-dismissable-layer]';

/** True while one of those is open. */
export function isLayerOpen(): boolean {
  return document.querySelector(LAYER) !== null;
}
