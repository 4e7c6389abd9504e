/**
 * Every shortcut of the app: its name, its keys, and where it applies. Main shows the keys in its menu, the window
 * listens for them, Help lists and changes them. A combination is written `Mod+Shift+K`: Mod is Cmd on macOS and Ctrl
 * elsewhere, and a character that needs Shift is written alone (`?`).
 */
export interface Shortcut {
  readonly words: string;
  readonly group: ShortcutGroup;
  readonly keys: readonly string[];
  /** For macOS, if other keys are usual or free there. */
  readonly appleKeys?: readonly string[];
  /** Two shortcuts that are active at the same time cannot have the same keys. */
  readonly scope: 'everywhere' | 'vault-forward' | 'list';
  /** Handled before the focused element, such as the editor, which uses some of these keys itself. */
  readonly early?: true;
  /**
   * Listed in Help but cannot be changed there, because it belongs to the focused element, to the system, or to a
   * numbered series.
   */
  readonly fixed?: true;
}

export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number];
export const SHORTCUT_GROUPS = [
  'Everywhere',
  'Profiles',
  'Go to',
  'A screen',
  'Vault Forward',
  'In a list or a body',
] as const;

const everywhere = { group: 'Everywhere', scope: 'everywhere' } as const;
const goTo = { group: 'Go to', scope: 'everywhere' } as const;
const screen = { group: 'A screen', scope: 'everywhere' } as const;
const composer = { group: 'Vault Forward', scope: 'vault-forward', early: true } as const;
const list = { group: 'In a list or a body', scope: 'list', fixed: true } as const;

const named = {
  palette: { ...everywhere, words: 'Search or run', keys: ['Mod+K'], early: true },
  help: { ...everywhere, words: 'Help', keys: ['?', 'F1'] },
  settings: { ...everywhere, words: 'Settings', keys: ['Mod+,'] },
  back: { ...everywhere, words: 'Back', keys: ['Alt+ArrowLeft'], appleKeys: ['Mod+['] },
  forward: { ...everywhere, words: 'Forward', keys: ['Alt+ArrowRight'], appleKeys: ['Mod+]'] },
  cancel: {
    ...everywhere,
    words: 'Cancel, close',
    keys: ['Escape', 'Mod+.'],
    fixed: true,
  },
  undo: { ...everywhere, words: 'Undo what was just done', keys: ['Mod+Z'], fixed: true },
  'zoom-in': { ...everywhere, words: 'Larger', keys: ['Mod+Plus'], fixed: true },
  'zoom-out': { ...everywhere, words: 'Smaller', keys: ['Mod+-'], fixed: true },
  'zoom-reset': { ...everywhere, words: 'Actual size', keys: ['Mod+0'], fixed: true },
  'go-sessions': { ...goTo, words: 'Sessions', keys: ['Alt+1'] },
  'go-buyers': { ...goTo, words: 'Buyers', keys: ['Alt+2'] },
  'go-vault-forward': { ...goTo, words: 'Vault Forward', keys: ['Alt+3'] },
  'go-history': { ...goTo, words: 'History', keys: ['Alt+4'] },
  'go-saved-requests': { ...goTo, words: 'Saved requests', keys: ['Alt+5'] },
  'go-api': { ...goTo, words: 'API', keys: ['Alt+6'] },
  'search-history': { ...goTo, words: 'Search history', keys: ['Mod+H'], appleKeys: ['Mod+Shift+H'] },
  run: { ...screen, words: 'Look up or send', keys: ['Mod+Enter'], early: true },
  refresh: { ...screen, words: 'Refresh', keys: ['F5', 'Mod+R'] },
  replay: { ...screen, words: 'Replay', keys: ['Mod+Shift+R'] },
  find: { ...screen, words: 'Search, or the ID field', keys: ['Mod+F', 'Mod+L'] },
  save: { ...screen, words: 'Save', keys: ['Mod+S'], early: true },
  'draft-new': { ...composer, words: 'New draft', keys: ['Mod+T'] },
  'draft-close': { ...composer, words: 'Close draft', keys: ['Mod+W'] },
  'draft-next': { ...composer, words: 'Next draft', keys: ['Ctrl+Tab'] },
  'draft-previous': { ...composer, words: 'Previous draft', keys: ['Ctrl+Shift+Tab'] },
  placeholder: { ...composer, words: 'Insert placeholder', keys: ['Mod+I'] },
  format: { ...composer, words: 'Format the body', keys: ['Alt+Shift+F'] },
  'next-finding': { ...composer, words: 'Next finding', keys: ['F8'] },
  'previous-finding': { ...composer, words: 'Previous finding', keys: ['Shift+F8'] },
  'list-up': { ...list, words: 'Move up in its list', keys: ['Alt+ArrowUp'] },
  'list-down': { ...list, words: 'Move down in its list', keys: ['Alt+ArrowDown'] },
  'body-search': { ...list, words: 'Search in the body', keys: ['Mod+F'] },
  'next-hit': { ...list, words: 'Next match', keys: ['F3'] },
  'previous-hit': { ...list, words: 'Previous match', keys: ['Shift+F3'] },
} satisfies Record<string, Shortcut>;

/** One of the first nine profiles in the list. */
export type ProfilePlace = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
export const PROFILE_PLACES: readonly ProfilePlace[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export type ShortcutId = keyof typeof named | `profile-${ProfilePlace}`;

function profileShortcut(place: ProfilePlace): Shortcut {
  const words = `Switch to profile ${place}`;
  return { group: 'Profiles', scope: 'everywhere', words, keys: [`Mod+${place}`], fixed: true };
}

export const SHORTCUTS: Readonly<Record<ShortcutId, Shortcut>> = {
  ...named,
  'profile-1': profileShortcut(1),
  'profile-2': profileShortcut(2),
  'profile-3': profileShortcut(3),
  'profile-4': profileShortcut(4),
  'profile-5': profileShortcut(5),
  'profile-6': profileShortcut(6),
  'profile-7': profileShortcut(7),
  'profile-8': profileShortcut(8),
  'profile-9': profileShortcut(9),
};

export function isShortcutId(text: string): text is ShortcutId {
  return Object.hasOwn(SHORTCUTS, text);
}
export const SHORTCUT_IDS: readonly ShortcutId[] = Object.keys(SHORTCUTS).filter(isShortcutId);

/**
 * The keys that the person chose, by shortcut id. A missing entry means the default keys; an empty list means none.
 */
export type ShortcutChanges = Readonly<Record<string, readonly string[]>>;

/** The current keys of a shortcut. */
export function keysOf(id: ShortcutId, changes: ShortcutChanges, apple: boolean): readonly string[] {
  const shortcut = SHORTCUTS[id];
  const changed = shortcut.fixed ? undefined : changes[id];
  return changed ?? usualKeys(id, apple);
}

export function usualKeys(id: ShortcutId, apple: boolean): readonly string[] {
  const { keys, appleKeys } = SHORTCUTS[id];
  return (apple ? appleKeys : undefined) ?? keys;
}
