import { until } from '@vueuse/core';
import { computed, nextTick, onBeforeUnmount, ref, shallowRef } from 'vue';
import { useRouter } from 'vue-router';
import { EMPTY_HISTORY_QUERY, type HistoryEntry } from '@shared/history/history';
import { BUILT_IN_PROFILE_IDS } from '@shared/profiles/profile';
import { useSampleStore } from '../../features/vault-forward/drafts/sample-store';
import { useComposerInbox } from '../../stores/composer-inbox';
import { useProfilesStore } from '../../stores/profiles';
import { doneSteps, TOUR_STEPS, type TourStep } from './tour-steps';

/** More exchanges than the tour sends. */
const LOOKED_AT = 10;
const SANDBOX_MS = 10_000;

/**
 * The tour's state: which steps are done and which is next. Everything runs on the Local sandbox, and is really sent.
 */
export function useTour() {
  const router = useRouter();
  const profiles = useProfilesStore();
  const samples = useSampleStore();
  const inbox = useComposerInbox();

  const since = Date.now();
  const entries = shallowRef<readonly HistoryEntry[]>([]);
  const problem = ref<string | null>(null);
  /** The step whose button was pressed last. */
  const begun = ref<TourStep | null>(null);

  const done = computed(() => doneSteps(entries.value, since));
  const next = computed(() => TOUR_STEPS.find(({ id }) => !done.value.has(id)) ?? null);

  async function read(): Promise<void> {
    const answer = await window.explorer.searchHistory({
      query: EMPTY_HISTORY_QUERY,
      before: null,
      limit: LOOKED_AT,
      asker: 'tour',
    });
    if (answer.ok && answer.value) entries.value = answer.value.entries;
  }
  onBeforeUnmount(window.explorer.on('historyChanged', () => void read()));

  async function begin(step: TourStep): Promise<void> {
    problem.value = null;
    if (!(await isSandboxThere())) {
      problem.value = 'The Local sandbox is not running yet. Try again in a moment.';
      return;
    }
    begun.value = step;
    if (step === 'look-up') await lookUp();
    else if (step === 'forward') await openRequest();
    else await openInHistory();
  }

  /** Switches to the Local sandbox's profile, so that nothing in the tour goes anywhere else. */
  async function isSandboxThere(): Promise<boolean> {
    if (profiles.activeId !== BUILT_IN_PROFILE_IDS.local) {
      const answer = await profiles.activate(BUILT_IN_PROFILE_IDS.local);
      if (!answer.ok) return false;
    }
    await until(() => samples.facts !== null).toBe(true, { timeout: SANDBOX_MS });
    return samples.facts !== null;
  }

  async function lookUp(): Promise<void> {
    await router.push({ name: 'sessions' });
    await nextTick();
    const sessionId = samples.facts?.sessions.rich ?? '';
    await router.push({ name: 'sessions', params: { sessionId }, query: { look: 'now' } });
  }

  async function openRequest(): Promise<void> {
    const draft = samples.sampleDraft();
    if (draft === null) return;
    inbox.offer({ draft, name: 'Tour', profileId: BUILT_IN_PROFILE_IDS.local, savedId: null, notes: [] });
    await router.push({ name: 'vault-forward' });
  }

  async function openInHistory(): Promise<void> {
    const sent = entries.value.find(
      ({ operation, replayOf }) => operation === 'vault_forward' && replayOf === null,
    );
    await router.push({ name: 'history', params: { exchangeId: sent?.id } });
  }

  return { done, next, begun, problem, begin };
}
