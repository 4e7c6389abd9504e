import { shallowRef } from 'vue';

const KEPT = 10;

/** The paths that were used in any viewer of this window, the latest first. */
export const sharedRecentFilters = shallowRef<readonly string[]>([]);

/** The list with a path in front, each once, the oldest dropped. */
export function withRecent(paths: readonly string[], path: string): string[] {
  return [path, ...paths.filter((known) => known !== path)].slice(0, KEPT);
}
