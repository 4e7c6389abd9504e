import { computed, ref, shallowRef } from 'vue';
import { isUntouched, type DraftTab } from './draft-tab';

/** Puts closed tabs back where they were. @returns the empty tabs that were removed to make room. */
export type BringBack = (closed: readonly DraftTab[]) => readonly DraftTab[];

/** True if nothing was entered and nothing sent: another tab may take its place. */
function isFree(tab: DraftTab): boolean {
  return isUntouched(tab) && tab.sending.state.kind === 'idle';
}

function insert(tabs: readonly DraftTab[], at: number, tab: DraftTab): readonly DraftTab[] {
  return [...tabs.slice(0, at), tab, ...tabs.slice(at)];
}

/** The tabs in their order, and which of them is in sight. The store saves them to disk. */
export function useTabRow() {
  const tabs = shallowRef<readonly DraftTab[]>([]);
  const activeId = ref<string | null>(null);
  const active = computed(() => tabs.value.find(({ id }) => id === activeId.value) ?? null);

  /** Adds a tab after the active one and activates it. @returns the tab that it replaced, if that was free. */
  function add(tab: DraftTab): DraftTab | null {
    const { value: before } = active;
    const replaced = before !== null && isFree(before) ? before : null;
    const at = before === null ? tabs.value.length : tabs.value.indexOf(before) + 1;
    tabs.value = insert(tabs.value, at, tab).filter((other) => other !== replaced);
    activeId.value = tab.id;
    return replaced;
  }

  /** Removes tabs; if the active one is among them, a neighbour becomes active. */
  function remove(closed: readonly DraftTab[]): BringBack {
    const { value: before } = tabs;
    const at = before.findIndex((tab) => closed.includes(tab));
    tabs.value = before.filter((other) => !closed.includes(other));
    if (active.value === null) activeId.value = (tabs.value[at] ?? tabs.value[at - 1])?.id ?? null;
    return (broughtBack) => {
      const freed = tabs.value.filter(isFree);
      const rest = tabs.value.filter((tab) => !freed.includes(tab));
      tabs.value = broughtBack.reduce<readonly DraftTab[]>(
        (others, tab) => insert(others, before.indexOf(tab), tab),
        rest,
      );
      activeId.value = broughtBack[0]?.id ?? activeId.value;
      return freed;
    };
  }

  /** Moves a tab this many places to the right; to the left when negative. */
  function move(id: string, by: number): void {
    const from = tabs.value.findIndex((tab) => tab.id === id);
    const to = Math.min(tabs.value.length - 1, Math.max(0, from + by));
    const rest = [...tabs.value];
    const [moved] = from === -1 ? [] : rest.splice(from, 1);
    if (moved === undefined) return;
    rest.splice(to, 0, moved);
    tabs.value = rest;
  }

  /** Goes this many tabs further, wrapping around at the ends. */
  function step(by: number): void {
    const at = tabs.value.findIndex(({ id }) => id === activeId.value);
    const { length } = tabs.value;
    activeId.value = tabs.value[(at + by + length) % length]?.id ?? activeId.value;
  }

  return { tabs, activeId, active, add, remove, move, step };
}
