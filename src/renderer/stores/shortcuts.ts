import { defineStore } from 'pinia';
import { computed, shallowRef, triggerRef } from 'vue';
import { ariaKeys, describeKeys } from '@shared/app/key-combination';
import {
  keysOf,
  SHORTCUT_IDS,
  usualKeys,
  type ShortcutChanges,
  type ShortcutId,
} from '@shared/app/shortcuts';
import { useSettingsStore } from './settings';

export interface Action {
  readonly run: () => unknown;
  /** Returns false while there is nothing to do; other parts may then use the keys. */
  readonly when?: () => boolean;
  /** Its name on this screen, if it says more than the shortcut's own name: `Send request`. */
  readonly words?: string;
  /** What it is about, for the command palette: `POST psp.example`. */
  readonly note?: () => string | null;
}

export const onApple = /^Mac/.test(navigator.platform);

/** How long an action waits for the screen that can do it, in ms. */
const SOON_MS = 5_000;

/** The keys of the shortcuts, and the actions behind them, of the visible screen or of the frame. */
export const useShortcutsStore = defineStore('shortcuts', () => {
  const settings = useSettingsStore();
  /** The last registered action is asked first. */
  const actions = shallowRef(new Map<ShortcutId, readonly Action[]>());
  const waiting = new Map<ShortcutId, number>();

  const changes = computed<ShortcutChanges>(() => settings.state?.settings.shortcuts ?? {});
  const byKeys = computed<ReadonlyMap<string, readonly ShortcutId[]>>(() => {
    const found = new Map<string, ShortcutId[]>();
    for (const id of SHORTCUT_IDS) {
      for (const keys of keysOf(id, changes.value, onApple))
        found.set(keys, [...(found.get(keys) ?? []), id]);
    }
    return found;
  });

  function keys(id: ShortcutId): readonly string[] {
    return keysOf(id, changes.value, onApple);
  }

  /** `Ctrl+K`; empty when it has no keys. */
  function describe(id: ShortcutId): string {
    const [first] = keys(id);
    return first === undefined ? '' : describeKeys(first, onApple);
  }

  /** `Settings (Ctrl+,)`, for a tooltip. */
  function withKeys(words: string, id: ShortcutId): string {
    const described = describe(id);
    return described === '' ? words : `${words} (${described})`;
  }

  function aria(id: ShortcutId): string | undefined {
    const all = keys(id).map((combination) => ariaKeys(combination, onApple));
    return all.length === 0 ? undefined : all.join(' ');
  }

  /** @returns a function that removes it again. */
  function register(id: ShortcutId, action: Action): () => void {
    actions.value.set(id, [action, ...(actions.value.get(id) ?? [])]);
    triggerRef(actions);
    const waitsUntil = waiting.get(id) ?? 0;
    waiting.delete(id);
    if (waitsUntil > Date.now() && action.when?.() !== false) action.run();
    return () => {
      actions.value.set(
        id,
        (actions.value.get(id) ?? []).filter((other) => other !== action),
      );
      triggerRef(actions);
    };
  }

  /** The action that would run now. */
  function find(id: ShortcutId): Action | null {
    return actions.value.get(id)?.find((action) => action.when?.() !== false) ?? null;
  }

  /** False when no action can run now. */
  function run(id: ShortcutId): boolean {
    const action = find(id);
    action?.run();
    return action !== null;
  }

  /** Runs it now, or as soon as the screen being opened can. */
  function runSoon(id: ShortcutId): void {
    if (!run(id)) waiting.set(id, Date.now() + SOON_MS);
  }

  /** Assigns other keys to a shortcut, and removes them from the shortcut that had them. */
  async function change(id: ShortcutId, chosen: readonly string[], from: ShortcutId | null): Promise<void> {
    await settings.change(({ shortcuts }) => {
      const next: Record<string, readonly string[]> = { ...shortcuts, [id]: chosen };
      if (from !== null) next[from] = keys(from).filter((combination) => !chosen.includes(combination));
      for (const changed of [id, from]) {
        if (changed !== null && sameKeys(next[changed], usualKeys(changed, onApple))) delete next[changed];
      }
      return { shortcuts: next };
    });
  }

  async function reset(): Promise<void> {
    await settings.change(() => ({ shortcuts: {} }));
  }

  return {
    changes,
    byKeys,
    keys,
    describe,
    withKeys,
    aria,
    register,
    find,
    run,
    runSoon,
    change,
    reset,
  };
});

function sameKeys(one: readonly string[] | undefined, other: readonly string[]): boolean {
  return one?.join(' ') === other.join(' ');
}
