import { useRouter } from 'vue-router';
import { focusInstead } from '../components/focus-instead';

/**
 * The element that has or had the focus, and the elements around it, innermost first. Recorded from the start, for
 * `catchFocus`: the element that receives the first key may be gone by the time it is loaded.
 */
export let focusPath: readonly EventTarget[] = [];

/**
 * When the focused element disappears with its screen, the next screen's name gets the focus, unless one of its fields
 * takes it.
 */
export function useScreenFocus(): void {
  document.addEventListener('focusin', (event) => (focusPath = event.composedPath()));
  useRouter().afterEach((to, from) => {
    if (to.name !== from.name) void focusInstead(screenName);
  });
}

export function screenName(): HTMLElement | null {
  const name = document.querySelector<HTMLElement>('main h1');
  if (name !== null) name.tabIndex = -1;
  return name;
}
