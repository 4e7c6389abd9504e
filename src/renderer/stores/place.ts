import { defineStore } from 'pinia';
import { useRouter, type RouteLocationNormalized, type RouteParamsRawGeneric } from 'vue-router';

interface Place {
  readonly name: string;
  readonly params?: RouteParamsRawGeneric;
}

/** Updates the address to match what a screen shows, once an answer has arrived. */
export const usePlaceStore = defineStore('place', () => {
  const router = useRouter();
  /** Where the person is going, while that screen is loading: a push in the meantime would take them back. */
  let ahead: RouteLocationNormalized | null = null;
  const arrived = (to: RouteLocationNormalized): void => {
    if (ahead === to) ahead = null;
  };
  router.beforeEach((to) => void (ahead = to));
  router.afterEach(arrived);
  router.onError((_error, to) => arrived(to));

  /** Navigates unless the person has left that screen, or is about to: an answer never takes a person back. */
  async function follow(place: Place, how: 'push' | 'replace' = 'push'): Promise<void> {
    if ((ahead ?? router.currentRoute.value).name === place.name) await router[how]({ ...place });
  }

  return { follow };
});
