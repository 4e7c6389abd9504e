import { createMemoryHistory, createRouter, type Router } from 'vue-router';

/** A router of its own, of screens that draw nothing: each has the name of its path. It is at none of them. */
export function routerOf(...paths: readonly `/${string}`[]): Router {
  const routes = paths.map((path) => ({ path, name: path.split('/')[1] ?? '', component: {} }));
  return createRouter({ history: createMemoryHistory(), routes });
}
