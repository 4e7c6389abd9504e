import { createRouter, createWebHashHistory } from 'vue-router';
import type { OperationId } from '@contract';
import SessionsView from '../features/sessions/SessionsView.vue';

declare module 'vue-router' {
  interface RouteMeta {
    /** The operation that the screen calls, so that the header can say when the token lacks its scope. */
    readonly operation?: OperationId;
    /** The navigation entry for a screen that has none of its own. */
    readonly place?: string;
  }
}

/** The app's places. Every view but the first screen's loads on demand. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', redirect: '/sessions' },
    {
      path: '/sessions/:sessionId?',
      name: 'sessions',
      component: SessionsView,
      meta: { operation: 'get_checkout_session' },
    },
    {
      path: '/buyers',
      name: 'buyers',
      component: () => import('../features/buyers/BuyersView.vue'),
      meta: { operation: 'list_buyers' },
    },
    {
      path: '/vault-forward',
      name: 'vault-forward',
      component: () => import('../features/vault-forward/VaultForwardView.vue'),
      meta: { operation: 'vault_forward' },
    },
    {
      path: '/history/:exchangeId?',
      name: 'history',
      component: () => import('../features/history/HistoryView.vue'),
    },
    {
      path: '/saved-requests/:requestId?',
      name: 'saved-requests',
      component: () => import('../features/saved-requests/SavedRequestsView.vue'),
    },
    {
      path: '/api/:documentId?/:operationId?',
      name: 'api',
      component: () => import('../features/api/ApiView.vue'),
    },
    {
      path: '/profiles/:profileId?',
      name: 'profiles',
      component: () => import('../features/profiles/ProfilesView.vue'),
      meta: { place: 'settings' },
    },
    {
      path: '/settings',
      name: 'settings',
      component: () => import('../features/settings/SettingsView.vue'),
    },
    { path: '/:rest(.*)*', redirect: '/sessions' },
  ],
});
