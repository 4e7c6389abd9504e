import type { ShortcutId } from '@shared/app/shortcuts';
import type { IconName } from '../../components/Icon.vue';

export type EntryGroup = (typeof ENTRY_GROUPS)[number];
/** In the order in which they stand when none has a better hit than another. */
export const ENTRY_GROUPS = ['Look up', 'Actions', 'Sessions', 'Go to', 'History'] as const;

/** One line of the command palette. */
export interface Entry {
  /** What its uses are counted under; it names no person and no session. Null: they are not counted. */
  readonly key: string | null;
  readonly group: EntryGroup;
  readonly icon: IconName;
  readonly tone?: 'valid' | 'soon' | 'expired' | 'failed';
  readonly words: string;
  /** What else tells it from others, beside its words. */
  readonly note?: string | null;
  /** What kind it is, at the right end; a shortcut takes its place. */
  readonly kind?: string;
  /** Other words by which people look for it; they are not shown. */
  readonly synonyms?: string;
  readonly shortcut?: ShortcutId;
  /** What Ctrl+C copies. */
  readonly id?: string;
  readonly run: () => unknown;
}
