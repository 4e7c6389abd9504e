import { createMemoryHistory, createRouter, type Router } from 'vue-router';

/** A separate router for screens without content, each named after its path. It has not navigated anywhere yet. */
export function routerOf(...paths: readonly `/${string}`[]): Router {
  const routes = paths.map((path) => ({ path, name: path.split('/')[1] ?? '', component: {} }));
  return createRouter({ history: createMemoryHistory(), routes });
}
