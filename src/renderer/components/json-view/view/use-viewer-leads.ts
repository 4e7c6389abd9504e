import { shallowRef, watch, type Ref } from 'vue';
import type { MenuAction } from '@renderer/components/ActionMenu.vue';
import type { Viewer } from './use-viewer';

/** What a value leads to, by its JSON pointer and its JSON. */
export type LeadsAt = (pointer: string, json: string) => readonly MenuAction[];

/** Where the value at the cursor leads. */
export function useViewerLeads(
  viewer: Viewer,
  cursorNode: Readonly<Ref<number | null>>,
  leadsAt: () => LeadsAt | undefined,
): Readonly<Ref<readonly MenuAction[]>> {
  const leads = shallowRef<readonly MenuAction[]>([]);
  watch([cursorNode, leadsAt, () => viewer.state.value.phase], async ([node, find]) => {
    leads.value = [];
    if (node === null || find === undefined) return;
    const [{ pointer }, json] = await Promise.all([
      viewer.ask('place', { node }),
      viewer.ask('jsonValue', { node }),
    ]);
    if (node === cursorNode.value && find === leadsAt() && json !== null && !/^\s*[[{]/.test(json))
      leads.value = find(pointer, json);
  });
  return leads;
}
