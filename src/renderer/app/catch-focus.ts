import { isFocusLost } from '../components/focus-instead';
import { focusPane } from '../components/focus-pane';
import { isLayerOpen, LAYER } from '../components/modal-open';
import { screenName } from './use-screen-focus';

/** Longer than menus, dialogs and parts that know better take to give the focus on. */
const AFTER_MS = 200;

/**
 * No focus is lost: where what had it is gone and nothing took it, it goes back to what a menu or a dialog was opened from, else to
 * the nearest part of the screen that it stood in. From there a key goes on, and a screen reader.
 */
export function catchFocus(): void {
  let last: Element | null = null;
  /** What that stood in, from the inside out. */
  let around: readonly HTMLElement[] = [];
  /** The last one that was not in a menu or a dialog, which go as a whole, and what it stands in. */
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
      // One that is still there was left by a click beside it.
      if (last === null || isThere(last) || !isFocusLost()) return;
      const layer = around.find((one) => one.matches(LAYER) && isThere(one));
      if (layer === undefined && isLayerOpen()) return;
      last = null;
      if (layer !== undefined) return focusStandIn(layer);
      const [before] = stoodIn;
      if (before !== undefined && isThere(before)) before.focus();
      // A stand-in of before takes it no more by itself.
      if (isFocusLost()) focusStandIn(stoodIn.find((one) => isPart(one) && isThere(one)) ?? screenName());
    }, AFTER_MS);
  };
  note(document.activeElement);
  document.addEventListener('focusin', ({ target }) => note(target instanceof Element ? target : null));
  // The first for what is hidden, the second for what is taken away: not every Chromium tells of both by an event.
  document.addEventListener('focusout', look);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

/** Less than a control: who presses Enter once more must not do what nobody chose. */
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
