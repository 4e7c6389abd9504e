import { isFocusLost } from '../components/focus-instead';
import { focusPane } from '../components/focus-pane';
import { isLayerOpen, LAYER } from '../components/modal-open';
import { screenName } from './use-screen-focus';

/** In ms: longer than menus, dialogs and components of their own accord take to pass the focus on. */
const AFTER_MS = 200;

/**
 * Catches a lost focus: when the element that had it is gone and nothing took it, it goes back to what a menu or a dialog was opened from,
 * else to the nearest part of the screen around it. Keys and screen readers go on from there.
 */
export function catchFocus(): void {
  let last: Element | null = null;
  /** The elements around it, from the inside out. */
  let around: readonly HTMLElement[] = [];
  /** The last focused element outside menus and dialogs, which go as a whole, and the elements around it. */
  let stoodIn: readonly HTMLElement[] = [];
  let timer: number | undefined;

  const note = (focused: Element | null): void => {
    if (focused === null || focused === document.body) return;
    last = focused;
    around = [...ancestors(focused)];
    if (around.some(({ id }) => id === 'app')) stoodIn = around;
  };
  const look = (): void => {
    if (last === null || document.activeElement !== document.body || timer !== undefined) return;
    timer = window.setTimeout(() => {
      timer = undefined;
      // It is still there: it lost the focus to a click beside it.
      if (last === null || isThere(last) || !isFocusLost()) return;
      const layer = around.find((one) => one.matches(LAYER) && isThere(one));
      if (layer === undefined && isLayerOpen()) return;
      last = null;
      if (layer !== undefined) return focusStandIn(layer);
      const [before] = stoodIn;
      if (before !== undefined && isThere(before)) before.focus();
      // An earlier stand-in no longer takes the focus by itself.
      if (isFocusLost()) focusStandIn(stoodIn.find((one) => isPart(one) && isThere(one)) ?? screenName());
    }, AFTER_MS);
  };
  note(document.activeElement);
  document.addEventListener('focusin', ({ target }) => note(target instanceof Element ? target : null));
  // The first for an element that is hidden, the second for one that is removed: not every Chromium fires an event for both.
  document.addEventListener('focusout', look);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

/** Never a control: whoever presses Enter once more must not do what nobody chose. */
function focusStandIn(pane: HTMLElement | null): void {
  if (pane === null) return;
  pane.dataset.standIn = '';
  pane.addEventListener('blur', () => delete pane.dataset.standIn, { once: true });
  focusPane(pane);
}

function* ancestors(element: Element): Generator<HTMLElement> {
  for (let one: Element | null = element; one !== null; one = one.parentElement)
    if (one instanceof HTMLElement) yield one;
}

/** Of a screen, and worth reading out. */
function isPart(element: HTMLElement): boolean {
  return element.matches('main :is(section, form, article, [role])');
}

function isThere(element: Element): boolean {
  return element.isConnected && element.getClientRects().length > 0;
}
