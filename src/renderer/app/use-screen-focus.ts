import { useRouter } from 'vue-router';
import { focusInstead } from '../components/focus-instead';

/** What had the focus went with its screen: the next one has it, by its name, where none of its fields takes it. */
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
