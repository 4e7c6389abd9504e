import { useEventListener } from '@vueuse/core';
import { combinationOf, isTyped } from '@shared/app/key-combination';
import { SHORTCUTS } from '@shared/app/shortcuts';
import { isLayerOpen, isModalOpen } from '../../components/modal-open';
import { onApple, useShortcutsStore } from '../../stores/shortcuts';

/**
 * The only place that listens for the app's shortcuts. `early` shortcuts are handled before the focused element, the
 * others after it, unless it has handled the key. While a modal question is open, none of them works.
 */
export function useShortcuts(): void {
  const shortcuts = useShortcutsStore();
  useEventListener(window, 'keydown', (event) => hear(event, true), { capture: true });
  useEventListener(window, 'keydown', (event) => hear(event, false));

  function hear(event: KeyboardEvent, early: boolean): void {
    // A key that is held down is one press, even when the focus has moved; only multi-line text fields take its
    // repeats.
    if (event.repeat && event.key === 'Enter' && !isText(event.target)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.defaultPrevented || event.isComposing || event.getModifierState('AltGraph')) return;
    const combination = combinationOf(event, onApple);
    if (combination === null || isModalOpen()) return;
    if (isTyped(combination) && isEditable(event.target)) return;
    if (combination === 'Escape' && (isLayerOpen() || isSearching(event.target))) return;
    for (const id of shortcuts.byKeys.get(combination) ?? []) {
      const { early: isEarly = false, scope } = SHORTCUTS[id];
      if (isEarly !== early || scope === 'list') continue;
      const action = shortcuts.find(id);
      if (action === null) continue;
      event.preventDefault();
      event.stopPropagation();
      // A key that is held down counts once, because much of what shortcuts do cannot be undone.
      if (!event.repeat) action.run();
      return;
    }
  }
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.tagName === 'TEXTAREA');
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null)
  );
}

/** Escape first clears a search field. */
function isSearching(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}
