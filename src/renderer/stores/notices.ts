import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { DatabaseState } from '@shared/app/database-state';
import type { UpdateState } from '@shared/app/updates';
import type { Problem, Result } from '@shared/problem';
import { useProfilesStore } from './profiles';
import { useSettingsStore } from './settings';
import { useDatabaseStore } from './database';

/** Something about the whole app that a person has to know on every screen. */
export interface AppNotice {
  readonly id: string;
  readonly tone: 'info' | 'warning' | 'error';
  readonly words: string;
  /** The raw details, one click away; null when there are none. */
  readonly detail: string | null;
  /** What can be done about it directly. */
  readonly remedy: { readonly label: string; readonly run: () => Promise<void> } | null;
}

/** The notices under the header, until dismissed or no longer true. */
export const useNoticesStore = defineStore('notices', () => {
  const profiles = useProfilesStore();
  const settings = useSettingsStore();
  const storage = useDatabaseStore();
  const dismissed = ref<ReadonlySet<string>>(new Set());
  /** Why the previous page crashed. */
  const crash = ref<string | null>(null);
  /** Why a screen or a dialog did not open, as nothing else would say so. */
  const missing = ref<string | null>(null);
  /** The result of a check for newer versions that ran in the background. */
  const updates = ref<UpdateState | null>(null);

  /** @param asked main's answer to why the previous page crashed. */
  async function start(asked: Promise<Result<string | null>>): Promise<void> {
    window.addEventListener('vite:preloadError', ({ payload }) => (missing.value = payload.message));
    window.explorer.on('updatesChanged', (state) => (updates.value = state));
    const answer = await asked;
    if (answer.ok) crash.value = answer.value;
  }

  const all = computed((): readonly AppNotice[] => [
    ...problemNotice(profiles.problem),
    ...crashNotice(crash.value),
    ...warning('missing', missing.value && MISSING, missing.value),
    // Before the others, as only the first is shown whole: what is lost comes before the Local sandbox's address.
    ...databaseNotice(storage.state, storage.retry),
    ...warning('profiles', profiles.notice),
    ...warning('settings', settings.state?.notice ?? null, settings.state?.detail),
    ...updateNotice(updates.value),
  ]);
  const notices = computed(() => all.value.filter((notice) => !dismissed.value.has(keyOf(notice))));

  function dismiss(notice: AppNotice): void {
    if (notice.tone === 'error') profiles.problem = null;
    else dismissed.value = new Set(dismissed.value).add(keyOf(notice));
  }

  return { notices, start, dismiss };
});

const MISSING =
  'A part of the window could not be loaded: the files of this app are damaged, or were replaced while it was running. Drafts are kept: restart the app.';

/** A notice with a different text is a different notice: dismissing the first does not hide the second. */
function keyOf({ id, words }: AppNotice): string {
  return `${id}\n${words}`;
}

function warning(id: string, words: string | null, detail: string | null = null): AppNotice[] {
  return words === null ? [] : [{ id, tone: 'warning', words, detail, remedy: null }];
}

function problemNotice(problem: Problem | null): AppNotice[] {
  if (problem === null) return [];
  const words = `${problem.title}. ${problem.meaning} ${problem.nextStep}`;
  return [{ id: problem.code, tone: 'error', words, detail: problem.detail, remedy: null }];
}

function crashNotice(reason: string | null): AppNotice[] {
  if (reason === null) return [];
  const words =
    'The window stopped working and was restarted. Drafts are intact. A request that was under way is in History with its outcome.';
  return [{ id: 'crash', tone: 'warning', words, detail: `reason: ${reason}`, remedy: null }];
}

function updateNotice(state: UpdateState | null): AppNotice[] {
  const newer = state?.lastAnswer?.newer;
  if (!newer) return [];
  const run = async (): Promise<void> => void (await window.explorer.openExternalLink({ url: newer.page }));
  return [
    {
      id: 'updates',
      tone: 'info',
      words: `Version ${newer.version} of this app is available.`,
      detail: null,
      remedy: { label: 'Open the download page', run },
    },
  ];
}

type SessionOnly = Extract<DatabaseState, { kind: 'session-only' }>;

/** Why nothing is written, and what to do, if there is anything to do besides trying again. */
const SESSION_ONLY: Readonly<Record<SessionOnly['reason'], readonly [happened: string, next?: string]>> = {
  absent: ['No keychain is available', 'Start one, then try again.'],
  locked: ['The keychain is locked', 'Unlock it, then try again.'],
  failed: ['The keychain failed'],
  crashed: [
    'The process that asks the keychain crashed',
    'If trying again does not help, install the app again (in a clone: delete node_modules, then npm start).',
  ],
  disk: [
    'The database file cannot be written',
    'Make sure that the disk has room and that the data folder can be written, then try again.',
  ],
  'in-use': [
    'Another program is using the database file',
    'Close it (a second copy of this app, a backup), then try again.',
  ],
  newer: [
    'A newer version of this app has written the database file, which is left as it is',
    'Start the newer version to see it again.',
  ],
  ended: ['The process that works on the database file ended again and again'],
};

function databaseNotice(state: DatabaseState, retry: () => Promise<void>): AppNotice[] {
  switch (state.kind) {
    case 'closed':
      return [];
    case 'open':
      return warning('storage', state.notice, state.places);
    case 'session-only': {
      // For a crash, the signal is useful, so it is in the text; other reasons have raw details, one click away, except
      // a locked keychain, whose details add nothing.
      const how = state.reason === 'crashed' ? [state.detail] : [];
      const [happened, ...next] = SESSION_ONLY[state.reason];
      const lost = state.showsKept
        ? 'what is new or changed in history, saved requests and drafts is lost when the app is closed'
        : 'history, saved requests and drafts of this run are lost when the app is closed';
      return [
        {
          id: 'storage',
          tone: 'warning',
          words: [`${happened}: ${lost}.`, ...next, ...how].join(' '),
          detail: state.reason === 'locked' ? null : state.detail,
          remedy: { label: 'Try again', run: retry },
        },
      ];
    }
  }
}
