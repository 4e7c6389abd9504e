import type { MenuAction } from './ActionMenu.vue';

const offered = new WeakMap<Element, () => readonly MenuAction[]>();

/** Marks an element whose actions are not all buttons in sight, such as that of a menu, for the command palette. */
export const OFFERS = 'data-offers';

/** Lets the command palette list these actions while the element is in sight. */
export function offerActions(element: Element, actions: () => readonly MenuAction[]): void {
  offered.set(element, actions);
  element.setAttribute(OFFERS, '');
}

export function offeredActions(element: Element): readonly MenuAction[] {
  return offered.get(element)?.() ?? [];
}
