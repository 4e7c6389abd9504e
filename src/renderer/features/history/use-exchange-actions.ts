import { refAutoReset } from '@vueuse/core';
import { computed, ref, watch } from 'vue';
import { useRouter } from 'vue-router';
import { formatTicket, type TicketSummary } from '@shared/explain/ticket';
import type { HistoryDetail } from '@shared/history/history';
import type { Problem } from '@shared/problem';
import { isContractOperation } from '@shared/requests/operation-key';
import type { SavedRequest } from '@shared/requests/saved-requests';
import type { MenuAction } from '@renderer/components/ActionMenu.vue';
import { useOpenRequest } from '@renderer/operations/open-request';
import type { OpenedRequest } from '@renderer/stores/request-inbox';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { useTicketStore } from '@renderer/stores/ticket';
import { nameToSave } from './describe-entry';
import { useHistoryDetailStore } from './detail-store';
import { exampleOf } from './example-of';
import { useHistoryStore } from './history-store';
import { useReplayStore } from './replay-store';

/** How long a confirmation replaces the facts, in ms. */
const SAID_MS = 8_000;

/**
 * The actions for an exchange of the history.
 * @param forTicket a summary of its session, and why there is no answer of the expected kind.
 */
export function useExchangeActions(
  detail: () => HistoryDetail,
  forTicket: () => { readonly summary: TicketSummary | null; readonly problem: Problem | null },
) {
  const details = useHistoryDetailStore();
  const history = useHistoryStore();
  const replays = useReplayStore();
  const saved = useSavedRequestsStore();
  const ticket = useTicketStore();
  const openRequest = useOpenRequest();
  const router = useRouter();

  /** Why the last action failed. */
  const trouble = ref<Problem | null>(null);
  /** The result of the last action, if nothing else shows it. */
  const said = refAutoReset<string | null>(null, SAID_MS);
  /** Whether the dialog for a note, or for an example, is open. */
  const noting = ref(false);
  const pinning = ref(false);

  const entry = computed(() => detail().entry);
  /** The exchange to compare it with: the one that it replays, or else the newest in its chain. */
  const counterpart = computed(() => {
    const others = detail().chain.filter(({ id: other }) => other !== entry.value.id);
    return others.find(({ id: other }) => other === entry.value.replayOf) ?? others.at(-1) ?? null;
  });
  /** The example that would be pinned, or why it cannot be. */
  const example = computed(() => exampleOf(detail().exchange));
  const actions = computed((): readonly MenuAction[] => {
    const { operation, profile, note, starred } = entry.value;
    const mayRepeat = profile.environment !== 'production';
    return [
      ...(operation === 'vault_forward' || !isContractOperation(operation)
        ? [{ label: 'Edit and replay', icon: 'edit' as const, run: () => void open() }]
        : []),
      {
        label: 'Compare',
        icon: 'sort',
        disabled: counterpart.value === null,
        hint: counterpart.value === null ? 'select two in the list' : 'with its replay',
        run: () => void compare(),
      },
      ...(operation === 'get_checkout_session'
        ? [{ label: 'Copy for a ticket', icon: 'copy' as const, run: () => void copyTicket() }]
        : []),
      { label: note === '' ? 'Add note…' : 'Edit note…', icon: 'edit', run: () => (noting.value = true) },
      {
        label: starred ? 'Remove star' : 'Star',
        icon: 'star',
        ...(starred ? {} : { hint: 'kept regardless of age' }),
        run: () => void star(!starred),
      },
      {
        label: 'Replay many times…',
        icon: 'run',
        separated: true,
        disabled: !mayRepeat,
        ...(mayRepeat ? {} : { hint: 'not on production' }),
        run: () => void replays.begin(entry.value, true),
      },
      { label: 'Save request…', icon: 'saved', run: () => void saveRequest() },
      {
        label: 'Pin as an example…',
        icon: 'saved',
        disabled: !('status' in example.value),
        ...('why' in example.value ? { hint: example.value.why } : {}),
        run: () => (pinning.value = true),
      },
      { label: 'Export as HAR…', icon: 'download', run: () => void exportIt() },
      {
        label: 'Delete…',
        icon: 'trash',
        danger: true,
        separated: true,
        run: () => history.askToDelete([entry.value.id]),
      },
    ];
  });

  watch(
    () => entry.value.id,
    () => {
      noting.value = false;
      pinning.value = false;
      trouble.value = null;
      said.value = null;
    },
  );

  async function star(starred: boolean): Promise<void> {
    trouble.value = await details.mark(entry.value.id, { starred });
  }

  async function copyTicket(): Promise<void> {
    const { summary, problem } = forTicket();
    const text = formatTicket(detail().exchange, problem, { ...ticket.options, summary });
    const answer = await window.explorer.copyText({ what: 'ticket', text });
    trouble.value = answer.ok ? null : answer.problem;
  }

  /**
   * The request as it was sent; null if it cannot be read, and then `trouble` says why, or if the person has gone on
   * meanwhile: it must not open in place of what is on screen by then.
   */
  async function asked(): Promise<OpenedRequest | null> {
    const { id } = entry.value;
    const { fullPath } = router.currentRoute.value;
    const answer = await window.explorer.requestFromHistory({ id });
    if (entry.value.id !== id || router.currentRoute.value.fullPath !== fullPath) return null;
    trouble.value = answer.ok ? null : answer.problem;
    return answer.ok ? { ...answer.value, form: null, name: null } : null;
  }

  async function open(): Promise<void> {
    const opened = await asked();
    if (opened) await openRequest({ ...opened, status: entry.value.status });
  }

  /** Opens the dialog to save its request under a name. */
  async function saveRequest(): Promise<void> {
    const opened = await asked();
    if (!opened) return;
    const { status } = entry.value;
    const { request, form, profileId, familyId } = opened;
    const name = nameToSave(entry.value);
    said.value = null;
    const { id } = entry.value;
    const tell = (as: SavedRequest): void => {
      if (entry.value.id === id) said.value = `Saved “${as.name}”.`;
    };
    saved.offer({
      ...{ from: id, request, form, profileId, name, status, saved: tell },
      familyId: familyId ?? undefined,
    });
  }

  async function compare(): Promise<void> {
    if (counterpart.value) await details.compare([entry.value.id, counterpart.value.id]);
  }
  async function exportIt(): Promise<void> {
    const answer = await window.explorer.exportHistory({ ids: [entry.value.id] });
    trouble.value = answer.ok ? null : answer.problem;
  }

  return { actions, open, trouble, said, noting, pinning, example };
}
