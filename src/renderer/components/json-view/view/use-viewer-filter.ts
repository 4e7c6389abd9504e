import { ref, shallowRef } from 'vue';
import type { PathRefusal } from '@shared/json-path/json-path';
import type { Viewer } from './use-viewer';

const MAX_RECENT = 10;

/** The paths used in any viewer of this window, latest first. */
export const recentFilters = shallowRef<readonly string[]>([]);

/** Shows what a JSONPath selects, or says why it cannot; an empty path shows everything. */
export function useViewerFilter(viewer: Viewer) {
  const refusal = ref<PathRefusal | null>(null);

  async function apply(path: string): Promise<void> {
    refusal.value = await viewer.ask('filter', { path });
    if (refusal.value !== null || path === '') return;
    const others = recentFilters.value.filter((known) => known !== path);
    recentFilters.value = [path, ...others].slice(0, MAX_RECENT);
  }

  return { refusal, apply };
}
