import { SAME_CLICK_MS } from '@shared/requests/same-click';

/** In pixels, because the pointer moves a little between two clicks. */
const SAME_PLACE_PX = 8;

/**
 * For buttons that replace each other, such as Cancel and Close: when the first click of a double click removes a
 * button, the second does not count as a click on the new one, unless both buttons have the same label (such as Next,
 * rendered again). Their container listens with `@click.capture`.
 */
export function onePlace(): (event: MouseEvent) => void {
  let last: { readonly button: Element; readonly event: MouseEvent; readonly at: number } | null = null;
  return (event) => {
    const at = performance.now();
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (
      last !== null &&
      !last.button.isConnected &&
      nameOf(button) !== nameOf(last.button) &&
      at - last.at < SAME_CLICK_MS &&
      isNear(event, last.event)
    )
      return event.stopPropagation();
    last = button && { button, event, at };
  };
}

function nameOf(button: Element | null): string | undefined {
  return button?.getAttribute('aria-label') ?? button?.textContent.trim();
}

function isNear(one: MouseEvent, other: MouseEvent): boolean {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) <= SAME_PLACE_PX;
}
