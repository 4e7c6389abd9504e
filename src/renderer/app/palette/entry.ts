import type { ShortcutId } from '@shared/app/shortcuts';
import type { IconName } from '../../components/Icon.vue';

export type EntryGroup = (typeof ENTRY_GROUPS)[number];
/** The order of the groups when none has a better match than another. */
export const ENTRY_GROUPS = ['Look up', 'Actions', 'Sessions', 'Go to', 'History'] as const;

/** One line of the command palette. */
export interface Entry {
  /** The key under which its uses are counted; it names no person and no session. Null if they are not counted. */
  readonly key: string | null;
  readonly group: EntryGroup;
  readonly icon: IconName;
  readonly tone?: 'valid' | 'soon' | 'expired' | 'failed';
  readonly words: string;
  /** Distinguishes it from entries with the same name. */
  readonly note?: string | null;
  /** Its kind, shown at the right end unless there is a shortcut. */
  readonly kind?: string;
  /** Other words that people search for; not shown. */
  readonly synonyms?: string;
  readonly shortcut?: ShortcutId;
  /** What Ctrl+C copies. */
  readonly id?: string;
  readonly run: () => unknown;
}
