import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { BuyerItem, LoadEnd, LoadOutcome, LoadState, ResumableLoad } from '@shared/bridge/buyers';
import { unpackItems, type LoadProgress } from '@shared/bridge/packed-items';
import type { Result } from '@shared/problem';
import { GridTable } from '@renderer/components/data-grid/grid-table';
import { inflate, PackedRows } from '@renderer/components/data-grid/packed-rows';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useStatusStore } from '@renderer/stores/status';
import { useCall } from '@renderer/stores/use-call';
import { FurtherFields, SPECIFIED_COLUMNS } from './buyer-fields';
import { useBuyersForm } from './buyers-form';
import { originKey } from './page-trail';

interface Ended {
  readonly state: LoadState;
  readonly end: LoadEnd;
  readonly tookMs: number;
}

/** A load that reached its end, with its rows. */
interface Complete extends Ended {
  readonly table: GridTable<BuyerItem, PackedRows>;
  readonly columns: typeof SPECIFIED_COLUMNS;
  readonly missing: number;
}

/** Load all: the rows so far, whether it is running, and why it ended. */
export const useBuyersLoad = defineStore('buyersLoad', () => {
  const profiles = useProfilesStore();
  const status = useStatusStore();
  const form = useBuyersForm();

  /** `rowsBefore`: number of rows when it began, which is not 0 for a resumed load. */
  const request = useCall<{ readonly rowsBefore: number }, LoadOutcome>();
  /** The load in progress, if any. */
  const call = computed(() => request.working);
  const state = shallowRef<LoadState | null>(null);
  const end = shallowRef<LoadEnd | null>(null);
  /** Why main refused to start or resume it. */
  const refused = computed(() => request.problem);
  const tookMs = ref(0);
  const table = shallowRef<GridTable<BuyerItem, PackedRows> | null>(null);
  const columns = shallowRef(SPECIFIED_COLUMNS);
  /** Number of rows before the first one here, which were loaded before a restart and not kept. */
  const missing = ref(0);
  /** A stopped load of the active profile, other than the one shown here. */
  const stopped = shallowRef<ResumableLoad | null>(null);
  /** How a later load ended, if it did not replace the complete one that is shown. */
  const again = shallowRef<Ended | null>(null);
  /** A complete load that is loaded again: it is shown until the first rows come, and again when the next one ends too early. */
  let complete: Complete | null = null;
  let fields = new FurtherFields();
  /** What was sought on one page when this load was started to search all of them. */
  let sought = '';
  /** The call whose rows belong to the table. The last rows may come after its answer, as they travel separately. */
  let heardId: string | null = null;

  const running = computed(() => call.value !== null);
  const exists = computed(() => running.value || state.value !== null || refused.value !== null);
  const foreignProfile = computed(() => {
    const { active } = profiles;
    const profile = state.value?.profile ?? null;
    return profile === null || (active !== null && originKey(profile) === originKey(active)) ? null : profile;
  });
  const resumable = computed(
    () =>
      !running.value &&
      foreignProfile.value === null &&
      state.value !== null &&
      end.value !== null &&
      end.value.kind !== 'complete',
  );

  window.explorer.on('buyersLoad', accept);

  function accept({ callId, state: next, firstRow, items }: LoadProgress): void {
    if (callId !== heardId) return;
    if (items.count > 0) leaveComplete();
    if (call.value !== null) state.value = next;
    if (items.count === 0 || table.value === null) return;
    if (table.value.size.value === 0) missing.value = firstRow;
    // A field beyond the specification is a finding: without findings there is nothing to note.
    if (items.worst !== null && fields.note(unpackItems(items, inflate))) {
      columns.value = fields.columns();
      table.value.setColumns(columns.value);
    }
    table.value.grow((rows) => rows.push(items));
  }

  /** Loads all pages from the form's start cursor. Returns false when the form cannot be sent. */
  async function start(filter = ''): Promise<boolean> {
    const query = form.readQuery();
    const cap = form.readCap();
    if (query === null || cap === null) return false;
    void request.cancel();
    stopped.value = null;
    begin(filter);
    await follow(0, (callId) => window.explorer.loadBuyers({ query, cap, callId }));
    return true;
  }

  /** Resumes the load that is shown. If the cap was reached, the number in the form is added to it. */
  async function resume(): Promise<void> {
    if (state.value === null || !resumable.value) return;
    const { loadId, rows } = state.value;
    await goOn(loadId, rows, rows);
  }

  /** Resumes a load from an earlier run of the app. */
  async function resumeStopped(): Promise<void> {
    // A cap that is not valid is marked at its field, and the stopped load can still be resumed.
    if (stopped.value === null || form.readCap() === null) return;
    const { loadId, rows } = stopped.value;
    stopped.value = null;
    begin();
    await goOn(loadId, rows, 0);
  }

  async function goOn(loadId: string, rows: number, held: number): Promise<void> {
    const typed = form.readCap();
    if (typed === null) return;
    const cap = typed > rows ? typed : rows + typed;
    await follow(rows, (callId) => window.explorer.resumeBuyersLoad({ loadId, cap, held, callId }));
  }

  /** Prepares for a different load from the one shown. */
  function begin(filter = ''): void {
    sought = filter;
    if (end.value?.kind === 'complete' && state.value !== null && table.value !== null)
      complete = {
        ...{ state: state.value, end: end.value, tookMs: tookMs.value },
        ...{ table: table.value, columns: columns.value, missing: missing.value },
      };
    heardId = null;
    state.value = null;
    again.value = null;
    if (complete === null || table.value !== complete.table) makeTable();
  }

  function makeTable(): void {
    if (table.value !== complete?.table) table.value?.close();
    fields = new FurtherFields();
    columns.value = SPECIFIED_COLUMNS;
    missing.value = 0;
    table.value = new GridTable(columns.value, new PackedRows());
    if (sought !== '') table.value.setFilter(sought);
  }

  function leaveComplete(): void {
    if (complete !== null && table.value === complete.table) makeTable();
  }

  /** Drops the earlier complete load if the new one succeeded; otherwise shows it again. */
  function settle(): void {
    if (complete === null) return;
    if (end.value?.kind === 'complete' || end.value?.kind === 'cap') {
      leaveComplete();
      complete.table.close();
    } else {
      if (end.value !== null && state.value !== null)
        again.value = { end: end.value, state: state.value, tookMs: tookMs.value };
      if (table.value !== complete.table) table.value?.close();
      heardId = null;
      table.value = complete.table;
      columns.value = complete.columns;
      missing.value = complete.missing;
      state.value = complete.state;
      end.value = complete.end;
      tookMs.value = complete.tookMs;
      if (again.value !== null && again.value.state.rows > 0) void readStopped();
    }
    complete = null;
  }

  async function follow(
    rowsBefore: number,
    begin: (callId: string) => Promise<Result<LoadOutcome>>,
  ): Promise<void> {
    const startedAt = Date.now();
    // The reason it ended no longer applies.
    if (end.value?.kind === 'failed' && status.exchange?.id === end.value.exchange.id) status.show(null);
    end.value = null;
    const answer = await request.run({ rowsBefore }, (callId) => {
      heardId = callId;
      return begin(callId);
    });
    if (answer === null) return;
    tookMs.value = Date.now() - startedAt;
    if (answer.ok) {
      state.value = answer.value.state;
      end.value = answer.value.end;
      if (answer.value.end.kind === 'failed') status.show(answer.value.end.exchange);
    }
    settle();
  }

  async function pause(paused: boolean): Promise<void> {
    if (call.value !== null) await window.explorer.pauseBuyersLoad({ callId: call.value.callId, paused });
  }

  async function discardStopped(): Promise<void> {
    const { value } = stopped;
    stopped.value = null;
    if (value !== null) await window.explorer.discardStoppedLoad({ profileId: value.profileId });
  }

  async function readStopped(): Promise<void> {
    const { active } = profiles;
    stopped.value = null;
    if (active?.baseUrl === null || active === null || running.value) return;
    const answer = await window.explorer.describeStoppedLoad({ profileId: active.id });
    if (!answer.ok || profiles.activeId !== active.id || running.value) return;
    stopped.value = answer.value?.loadId === state.value?.loadId ? null : answer.value;
  }

  watch(() => (profiles.active === null ? null : originKey(profiles.active)), readStopped, {
    immediate: true,
  });

  return {
    call,
    state,
    end,
    refused,
    again,
    tookMs,
    table,
    columns,
    missing,
    stopped,
    running,
    exists,
    foreignProfile,
    resumable,
    start,
    resume,
    resumeStopped,
    cancel: request.cancel,
    pause,
    discardStopped,
  };
});
