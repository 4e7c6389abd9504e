import { isFocusLost } from '../components/focus-instead';
import { focusPane } from '../components/focus-pane';
import { isLayerOpen, LAYER } from '../components/modal-open';
import { focusPath, screenName } from './use-screen-focus';

/** In ms; longer than menus, dialogs and components take to pass the focus on themselves. */
const AFTER_MS = 200;

/**
 * Catches a lost focus: when the focused element is gone and nothing took the focus, it goes back to what opened the
 * menu or dialog, or else to the nearest part of the screen around it. Keys and screen readers continue from there.
 */
export function catchFocus(): void {
  let last: HTMLElement | null = null;
  /** `last` and the elements around it, innermost first. */
  let around: readonly HTMLElement[] = [];
  /** The elements around the last focused element outside menus and dialogs, as these disappear as a whole. */
  let stoodIn: readonly HTMLElement[] = [];
  let timer: number | undefined;

  const note = (): void => {
    around = focusPath.filter((one) => one instanceof HTMLElement);
    last = around[0] ?? null;
    if (around.some(({ id }) => id === 'app')) stoodIn = around;
  };
  const look = (): void => {
    if (last === null || document.activeElement !== document.body || timer !== undefined) return;
    timer = window.setTimeout(() => {
      timer = undefined;
      // The element still exists: a click beside it took the focus away.
      if (last === null || isThere(last) || !isFocusLost()) return;
      const layer = around.find((one) => one.matches(LAYER) && isThere(one));
      if (layer === undefined && isLayerOpen()) return;
      last = null;
      if (layer !== undefined) return focusStandIn(layer);
      const [before] = stoodIn;
      if (before !== undefined && isThere(before)) before.focus();
      // The opener may be an earlier stand-in, which can no longer take the focus.
      if (isFocusLost()) focusStandIn(stoodIn.find((one) => isPart(one) && isThere(one)) ?? screenName());
    }, AFTER_MS);
  };
  note();
  look();
  document.addEventListener('focusin', note);
  // The first for hidden elements, the second for removed ones: not every Chromium fires an event for both.
  document.addEventListener('focusout', look);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

/** Never focuses a control: pressing Enter again must not do something that the person did not choose. */
function focusStandIn(pane: HTMLElement | null): void {
  if (pane === null) return;
  pane.dataset.standIn = '';
  pane.addEventListener('blur', () => delete pane.dataset.standIn, { once: true });
  focusPane(pane);
}

/** True for a part of a screen that is worth reading out. */
function isPart(element: HTMLElement): boolean {
  return element.matches('main :is(section, form, article, [role])');
}

function isThere(element: Element): boolean {
  return element.isConnected && element.getClientRects().length > 0;
}
