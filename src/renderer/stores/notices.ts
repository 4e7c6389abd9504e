import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { useProfilesStore } from './profiles';
import { useSettingsStore } from './settings';

/** Something about the whole app that a person has to know, whatever the screen. */
export interface AppNotice {
  readonly id: string;
  readonly tone: 'warning' | 'error';
  readonly words: string;
  /** The raw truth, one click away; null when there is none. */
  readonly detail: string | null;
}

/** What stands under the header until it is dismissed or over. */
export const useNoticesStore = defineStore('notices', () => {
  const profiles = useProfilesStore();
  const settings = useSettingsStore();
  const dismissed = ref<ReadonlySet<string>>(new Set());

  const all = computed((): readonly AppNotice[] => [
    ...warning('profiles', profiles.notice),
    ...warning('settings', settings.state?.notice ?? null),
    ...(profiles.problem === null
      ? []
      : [
          {
            id: `problem:${profiles.problem.code}`,
            tone: 'error' as const,
            words: `${profiles.problem.title}. ${profiles.problem.meaning} ${profiles.problem.nextStep}`,
            detail: profiles.problem.detail,
          },
        ]),
  ]);
  /** A notice with other words is another notice: dismissing the first does not hide the second. */
  const keyOf = ({ id, words }: AppNotice): string => `${id}\n${words}`;
  const notices = computed(() => all.value.filter((notice) => !dismissed.value.has(keyOf(notice))));

  function dismiss(notice: AppNotice): void {
    if (notice.tone === 'error') profiles.problem = null;
    else dismissed.value = new Set(dismissed.value).add(keyOf(notice));
  }

  return { notices, dismiss };
});

function warning(id: string, words: string | null): AppNotice[] {
  return words === null ? [] : [{ id, tone: 'warning', words, detail: null }];
}
