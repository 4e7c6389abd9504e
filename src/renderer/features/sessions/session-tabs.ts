import type { Tab } from '@renderer/components/TabSet.vue';
import type { SessionTab } from './session-store';

/** The tabs of a look-up, whatever its outcome. */
export function sessionTabs(findings: Tab['count']): readonly (Tab & { readonly id: SessionTab })[] {
  return [
    { id: 'overview', label: 'Overview', scrolls: true },
    { id: 'json', label: 'JSON', keep: true },
    { id: 'request', label: 'Request' },
    { id: 'findings', label: 'Findings', count: findings },
    { id: 'compare', label: 'Compare' },
  ];
}
