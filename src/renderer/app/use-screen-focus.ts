import { useRouter } from 'vue-router';
import { focusInstead } from '../components/focus-instead';

/**
 * When the focused element disappears with its screen, the next screen's name gets the focus, unless one of its fields
 * takes it.
 */
export function useScreenFocus(): void {
  useRouter().afterEach((to, from) => {
    if (to.name !== from.name) void focusInstead(screenName);
  });
}

export function screenName(): HTMLElement | null {
  const name = document.querySelector<HTMLElement>('main h1');
  if (name !== null) name.tabIndex = -1;
  return name;
}
