import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { zoneOfComputer } from '@shared/text/format-time';
import type { SettingsState } from '@shared/bridge/settings';
import type { Problem } from '@shared/problem';
import { DEFAULT_SETTINGS, LOCAL_TIME_ZONE, type Settings } from '@shared/app/settings';
import type { ShortcutChanges } from '@shared/app/shortcuts';

/** The settings of the app that main has stored and applied. */
export const useSettingsStore = defineStore('settings', () => {
  const state = ref<SettingsState | null>(null);
  const problem = ref<Problem | null>(null);
  /** Not a `TaskQueue`, which would be loaded at start-up only for this. */
  let queue: Promise<unknown> = Promise.resolve();

  /** The time zone in which dates are shown: an IANA name. */
  const timeZone = computed(() => {
    const name = state.value?.settings.timeZone ?? DEFAULT_SETTINGS.timeZone;
    return name === LOCAL_TIME_ZONE ? zoneOfComputer() : name;
  });

  async function start(): Promise<void> {
    const answer = await window.explorer.describeSettings();
    if (answer.ok) state.value = answer.value;
    else problem.value = answer.problem;
  }

  /** Stores the settings that `changes` returns, one change after the other, as main takes all settings at once. */
  function change(changes: (settings: Settings) => Partial<Settings>): Promise<void> {
    const stored = queue.then(() => store(changes));
    queue = stored.catch(() => undefined);
    return stored;
  }

  async function store(changes: (settings: Settings) => Partial<Settings>): Promise<void> {
    if (state.value === null) return;
    const { settings } = state.value;
    const { appearance, timeZone, logLevel, history, shortcuts } = { ...settings, ...changes(settings) };
    const answer = await window.explorer.editSettings({
      // Reactive objects cannot cross the bridge.
      settings: {
        appearance,
        timeZone,
        logLevel,
        history: { ...history },
        shortcuts: plainShortcuts(shortcuts),
      },
    });
    problem.value = answer.ok ? null : answer.problem;
    // After a refusal there are new objects as well, so that the fields are rendered again with the saved settings.
    state.value = answer.ok ? answer.value : { ...state.value };
  }

  return { state, problem, timeZone, start, change };
});

function plainShortcuts(shortcuts: ShortcutChanges): ShortcutChanges {
  return Object.fromEntries(Object.entries(shortcuts).map(([id, keys]) => [id, [...keys]]));
}
