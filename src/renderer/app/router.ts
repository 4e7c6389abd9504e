import { createRouter, createWebHashHistory } from 'vue-router';

/** The app's places. Each view loads on demand: the first screen needs only its own. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', redirect: '/sessions' },
    {
      path: '/sessions/:sessionId?',
      name: 'sessions',
      component: () => import('../features/sessions/SessionsView.vue'),
    },
    { path: '/:rest(.*)*', redirect: '/sessions' },
  ],
});
