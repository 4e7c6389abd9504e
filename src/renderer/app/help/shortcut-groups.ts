import {
  SHORTCUT_GROUPS,
  SHORTCUT_IDS,
  SHORTCUTS,
  type ShortcutGroup,
  type ShortcutId,
} from '@shared/app/shortcuts';

/** One line of the list. */
export interface ShortcutLine {
  readonly id: ShortcutId;
  readonly words: string;
  /** Set if the line also stands for the shortcuts that follow: `Ctrl 1 … 9`. */
  readonly upTo: string | null;
}

export interface LineGroup {
  readonly name: ShortcutGroup;
  readonly lines: readonly ShortcutLine[];
}

/** The shortcuts as listed: the nine profiles share one line. `filter` searches their names and keys. */
export function lineGroups(
  filter: string,
  keysOf: (id: ShortcutId) => string,
  isThere: (id: ShortcutId) => boolean,
): readonly LineGroup[] {
  const wanted = filter.trim().toLowerCase();
  const lines = SHORTCUT_IDS.filter((id) => isThere(id) && !/^profile-[2-9]$/.test(id)).map((id) => ({
    id,
    words: id === 'profile-1' ? 'Profile 1 to 9' : SHORTCUTS[id].words,
    upTo: id === 'profile-1' ? '9' : null,
  }));
  return SHORTCUT_GROUPS.map((name) => ({
    name,
    lines: lines.filter(
      ({ id, words }) =>
        SHORTCUTS[id].group === name && `${words} ${keysOf(id)} ${name}`.toLowerCase().includes(wanted),
    ),
  })).filter((group) => group.lines.length > 0);
}
