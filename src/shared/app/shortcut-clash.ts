import { keysOf, SHORTCUT_IDS, SHORTCUTS, type ShortcutChanges, type ShortcutId } from './shortcuts';

/** The shortcut that already uses these keys where `id` applies; null if they are free. */
export function findClash(
  id: ShortcutId,
  combination: string,
  changes: ShortcutChanges,
  apple: boolean,
): ShortcutId | null {
  const { scope } = SHORTCUTS[id];
  return (
    SHORTCUT_IDS.find(
      (other) =>
        other !== id &&
        overlaps(scope, SHORTCUTS[other].scope) &&
        keysOf(other, changes, apple).includes(combination),
    ) ?? null
  );
}

type Scope = (typeof SHORTCUTS)[ShortcutId]['scope'];
function overlaps(one: Scope, other: Scope): boolean {
  // The focused element handles its own keys first, so a list's keys clash with nothing.
  if (one === 'list' || other === 'list') return false;
  return one === other || one === 'everywhere' || other === 'everywhere';
}
