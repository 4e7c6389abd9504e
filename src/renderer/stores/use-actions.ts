import { onActivated, onBeforeUnmount, onDeactivated, onMounted } from 'vue';
import type { ShortcutId } from '@shared/app/shortcuts';
import { useShortcutsStore, type Action } from './shortcuts';

export type Actions = Partial<Readonly<Record<ShortcutId, Action | (() => unknown)>>>;

/**
 * Registers what a screen, or part of one, does for shortcuts while it is visible: `useActions({ refresh: store.refresh
 * })`. The command palette and the system's menu offer the same. Nothing that may charge a card may be a `refresh`.
 */
export function useActions(actions: Actions): void {
  const shortcuts = useShortcutsStore();
  let ends: readonly (() => void)[] = [];

  function begin(): void {
    if (ends.length > 0) return;
    ends = (Object.entries(actions) as [ShortcutId, Action | (() => unknown)][]).map(([id, action]) =>
      shortcuts.register(id, typeof action === 'function' ? { run: action } : action),
    );
  }
  function end(): void {
    for (const stop of ends) stop();
    ends = [];
  }

  onMounted(begin);
  onActivated(begin);
  onDeactivated(end);
  onBeforeUnmount(end);
}
