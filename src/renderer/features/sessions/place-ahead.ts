import type { RouteLocationNormalized, Router } from 'vue-router';

/** Tells the name of the screen that the person is on, or is going to while it is loaded: a push meanwhile would take them back. */
export function placeAhead(router: Router): () => RouteLocationNormalized['name'] {
  let ahead: RouteLocationNormalized | null = null;
  const arrived = (to: RouteLocationNormalized): void => {
    if (ahead === to) ahead = null;
  };
  router.beforeEach((to) => void (ahead = to));
  router.afterEach(arrived);
  router.onError((_error, to) => arrived(to));
  return () => (ahead ?? router.currentRoute.value).name;
}
