import { DEFAULT_SETTINGS } from '@shared/app/settings';
import type { ShortcutChanges } from '@shared/app/shortcuts';
import { useSettingsStore } from './settings';

/** As if the person had chosen these keys in Help. */
export function changeShortcuts(shortcuts: ShortcutChanges): void {
  const settings = { ...DEFAULT_SETTINGS, shortcuts };
  useSettingsStore().state = {
    settings,
    notice: null,
    detail: null,
    folders: { data: '/data', logs: '/logs' },
  };
}
