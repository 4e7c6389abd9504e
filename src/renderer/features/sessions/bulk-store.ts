import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { MAX_BULK_SESSIONS, type SessionListSummary } from '@shared/bridge/sessions';
import type { Exchange } from '@shared/http/exchange';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { SAME_CLICK_MS } from '@shared/requests/same-click';
import { countOf } from '@shared/text/count-of';
import { isUuid, type ReadUuids } from '@shared/text/uuid';
import { UNDO_WINDOW_MS, type ProfileStamp } from '@shared/profiles/profile';
import {
  hasValidId,
  isUnasked,
  listEntries,
  noIdLine,
  unaskedLine,
  type SessionLine,
} from '@shared/history/session-outcome';
import type { SessionState } from '@renderer/components/session/session-state';
import { RowTable } from '@renderer/components/data-grid/row-table';
import { useClocksStore } from '@renderer/stores/clocks';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';
import { useCall } from '@renderer/stores/use-call';

const problems = () => import('./bulk-problems');

/** A list of look-ups, running or done. */
export interface BulkList {
  /** The id by which main remembers the list. */
  readonly id: string;
  /** Id of the last call for the list. */
  readonly callId: string | null;
  readonly name: string | null;
  readonly total: number;
  /** How many ids of the paste were repetitions. */
  readonly duplicates: number;
  /** Entries of the paste that are not valid IDs. */
  readonly broken: readonly string[];
  /** When it was last looked up: ms since 1970. */
  readonly lookedUpAt: number;
  readonly running: boolean;
  /** The profile of the look-up; switching profiles does not change it. */
  readonly profile: Pick<ProfileStamp, 'id' | 'name' | 'environment'>;
  /** A row for each id and each entry in `broken`, in the order of the paste; ids without a result are waiting. */
  readonly table: RowTable<SessionLine>;
}
type Asked = Omit<BulkList, 'running'>;

/** A line whose exchange could not be opened, and why. */
export interface UnopenedLine {
  readonly sessionId: string;
  /** False if the list stopped before the session was looked up. */
  readonly wasAsked: boolean;
  readonly problem: Problem;
}

/** Looks up several ids from one paste, with bounded concurrency; each line can be opened. */
export const useBulkStore = defineStore('bulkSessions', () => {
  const profiles = useProfilesStore();
  const clocks = useClocksStore();
  const undo = useUndoStore();
  const call = useCall();
  const asked = shallowRef<Asked | null>(null);
  const list = computed<BulkList | null>(
    () => asked.value && { ...asked.value, running: call.working !== null },
  );
  const problem = computed(() => call.problem);
  /** False while a session is shown in place of the list. */
  const visible = ref(true);
  /** True if the list is on screen, not one of its sessions. */
  const isShown = computed(() => visible.value && (list.value !== null || problem.value !== null));
  /** Number of the row that was last opened. */
  const openNumber = ref<number | null>(null);
  /** The outcome by which the list is filtered. */
  const outcome = ref<'all' | SessionState>('all');
  const unopened = shallowRef<UnopenedLine | null>(null);
  /** Row numbers by session id. */
  let numbers = new Map<string, number>();
  let begunAt = 0;
  /** Counts the lists that the person asked for, so that one that is read late does not take the place of a later one. */
  let wantedLists = 0;

  const foreign = computed(() => list.value !== null && list.value.profile.id !== profiles.activeId);
  window.explorer.on('sessionLines', ({ callId, lines }) => {
    if (asked.value?.callId !== callId) return;
    // An event travels separately from the answer and may arrive after it: lines that were waiting when it was sent no
    // longer are.
    put(call.working === null ? lines.filter((line) => !isWaiting(line)) : lines);
  });
  // The refusal was about the previous profile, and nothing was sent.
  watch(
    () => profiles.activeId,
    () => {
      if (call.problem !== null) call.clear();
    },
  );

  /** Puts each line into the row of its id. */
  function put(lines: readonly SessionLine[]): void {
    const rows = lines.flatMap((line): [number, SessionLine][] => {
      const number = numbers.get(line.sessionId);
      return number === undefined ? [] : [[number, line]];
    });
    asked.value?.table.replace(rows);
  }

  async function show(next: Omit<Asked, 'table'>, lines: readonly SessionLine[]): Promise<Asked['table']> {
    const table = new RowTable<SessionLine>([]);
    table.append(lines);
    numbers = new Map(lines.map(({ sessionId }, number) => [sessionId, number]));
    asked.value = { ...next, table };
    visible.value = true;
    openNumber.value = null;
    outcome.value = 'all';
    // Read now, not at the start: only a filter or a sort order needs the columns, and the grid brings them itself.
    const { bulkColumns } = await import('./bulk-columns');
    table.setColumns(bulkColumns(() => clocks.serviceTime(next.profile.id, new Date())));
    return table;
  }

  /**
   * True for the second click of a double click, a held Enter key, or a list that is running: the list does not start
   * again.
   */
  function isSameClick(entries: readonly string[], profileId: string): boolean {
    const { value: now } = asked;
    return (
      now?.profile.id === profileId &&
      (call.working !== null || Math.abs(Date.now() - begunAt) < SAME_CLICK_MS) &&
      now.table.rows.map(({ sessionId }) => sessionId).join() === entries.join()
    );
  }

  /** Looks up the ids of a paste. */
  async function start({ uuids, duplicates, broken, entries }: ReadUuids): Promise<void> {
    const { active } = profiles;
    if (!active) return;
    visible.value = true;
    const wanted = listEntries(entries, MAX_BULK_SESSIONS);
    if (isSameClick(wanted, active.id)) return;
    begunAt = Date.now();
    wantedLists += 1;
    leave();
    const total = uuids.length;
    if (total > MAX_BULK_SESSIONS) {
      call.refuse({}, (await problems()).tooMany(total));
      return;
    }
    const { id, name, environment } = active;
    const about = { id: crypto.randomUUID(), name: null, total, duplicates, broken, callId: null };
    void show(
      { ...about, lookedUpAt: Date.now(), profile: { id, name, environment } },
      wanted.map((entry) => (isUuid(entry) ? unaskedLine(entry, 'waiting') : noIdLine(entry))),
    );
    await look(uuids, broken.length === 0 ? undefined : wanted);
    // Nothing was sent, so the list is dropped.
    if (asked.value?.id === about.id && idRows(asked.value).every(isWaiting)) drop();
  }

  /**
   * Looks up these ids of the list; ids without a result get their previous lines back.
   * @param entries for a new list, the entries that main keeps with it.
   */
  async function look(sessionIds: readonly string[], entries?: readonly string[]): Promise<void> {
    const { value: current } = asked;
    if (current === null) return;
    const wanted = new Set(sessionIds);
    const before = current.table.rows.filter(({ sessionId }) => wanted.has(sessionId));
    unopened.value = null;
    await call.run({}, async (callId) => {
      asked.value = { ...current, callId };
      put(sessionIds.map((sessionId) => unaskedLine(sessionId, 'waiting')));
      const answer = await window.explorer.lookUpSessions({
        listId: current.id,
        sessionIds,
        callId,
        entries,
      });
      const lines = answer.ok ? answer.value : null;
      if (asked.value?.callId !== callId) return null;
      if (lines !== null) put(lines);
      putBack(before);
      if (lines !== null) asked.value = { ...asked.value, lookedUpAt: Date.now() };
      return answer.ok ? succeed({}) : answer;
    });
  }

  /**
   * Gives rows that are still waiting their previous line back; without one, the row says that its id was not looked
   * up.
   */
  function putBack(before: readonly SessionLine[]): void {
    const rows = idRows(asked.value);
    // Nothing was sent for a new list, so `start` drops it.
    if (rows.every(isWaiting) && before.every(isWaiting)) return;
    const waiting = new Set(rows.filter(isWaiting).map(({ sessionId }) => sessionId));
    put(
      before
        .filter(({ sessionId }) => waiting.has(sessionId))
        .map((line) => (isWaiting(line) ? unaskedLine(line.sessionId, 'cancelled') : line)),
    );
  }

  /** Looks up again the lines for which `which` is true, in the list's order, under the list's profile. */
  async function lookAgain(which: (line: SessionLine) => boolean): Promise<void> {
    const sessionIds = idRows(asked.value)
      .filter(which)
      .map(({ sessionId }) => sessionId);
    if (sessionIds.length > 0 && !foreign.value && call.working === null) await look(sessionIds);
  }

  /** Shows a list that main remembers. Nothing is sent. */
  async function openKept({ id }: Pick<SessionListSummary, 'id'>): Promise<Problem | null> {
    const turn = (wantedLists += 1);
    if (asked.value?.id === id) {
      visible.value = true;
      return null;
    }
    const answer = await window.explorer.openSessionList({ listId: id });
    if (turn !== wantedLists) return null;
    if (!answer.ok) return answer.problem;
    if (answer.value === null) return (await problems()).listNotHeld();
    const { summary, lines } = answer.value;
    const profile = profiles.profiles.find((each) => each.id === summary.profileId);
    if (profile === undefined) return (await problems()).listNotHeld();
    leave();
    const { name, environment } = profile;
    void show(
      {
        id,
        callId: null,
        name: summary.name,
        total: summary.total,
        duplicates: 0,
        broken: lines.filter((line) => !hasValidId(line)).map(({ sessionId }) => sessionId),
        lookedUpAt: Date.parse(summary.lookedUpAt),
        profile: { id: profile.id, name, environment },
      },
      lines,
    );
    return null;
  }

  /**
   * The exchange of a row; null if there is none (any more), and `unopened` then says why, or if another row or list has
   * been opened meanwhile.
   */
  async function open(number: number): Promise<Exchange | null> {
    const from = asked.value;
    const line = from?.table.rows[number];
    if (from === null || line === undefined || isWaiting(line) || !hasValidId(line)) return null;
    const { sessionId } = line;
    openNumber.value = number;
    unopened.value = null;
    const isStillMeant = (): boolean => asked.value?.id === from.id && openNumber.value === number;
    const answer = await window.explorer.openSessionLine({ listId: from.id, sessionId });
    if (answer.ok && answer.value !== null) return isStillMeant() ? answer.value : null;
    const { notHeld, notAsked } = await problems();
    if (!isStillMeant()) return null;
    const wasAsked = !isUnasked(line);
    const missing = wasAsked ? notHeld() : notAsked();
    unopened.value = { sessionId, wasAsked, problem: answer.ok ? missing : answer.problem };
    return null;
  }

  /** The number of the session before (-1) or after (1) the last opened one, in the order on screen; null at either end. */
  function neighbour(step: -1 | 1): number | null {
    const table = asked.value?.table;
    if (table === undefined || openNumber.value === null) return null;
    for (
      let place = table.placeOf(openNumber.value) + step;
      place >= 0 && place < table.shown.value;
      place += step
    ) {
      const number = table.numberAt(place);
      const line = table.rows[number];
      if (line !== undefined && hasValidId(line)) return number;
    }
    return null;
  }

  async function rename(listId: string, name: string | null): Promise<Problem | null> {
    const answer = await window.explorer.nameSessionList({ listId, name });
    if (!answer.ok) return answer.problem;
    // As it was kept: without card data.
    const kept = answer.value.find(({ id }) => id === listId)?.name ?? null;
    if (asked.value?.id === listId) asked.value = { ...asked.value, name: kept };
    return null;
  }

  /** Makes room for another list; this one stays among those that main remembers. */
  function leave(): void {
    void call.cancel();
    drop();
    call.clear();
  }

  /** Closes the list. If it is done, this can be undone for a while; if it is running, it is cancelled. */
  function close(): void {
    const closed = list.value;
    leave();
    if (closed === null || closed.running) return;
    const words = `Closed the list of ${countOf(closed.total, 'session')} on ${closed.profile.name}.`;
    undo.offer(words, () => bringBack(closed), UNDO_WINDOW_MS);
  }

  function drop(): void {
    asked.value?.table.close();
    asked.value = null;
    unopened.value = null;
    openNumber.value = null;
  }

  async function bringBack(closed: BulkList): Promise<Result<null>> {
    if (asked.value !== null) return refuse((await problems()).anotherIsOpen());
    call.clear();
    // The closed table's worker has ended, so the rows need a new table.
    const again = await show(closed, closed.table.rows);
    again.setFilter(closed.table.filter.value);
    again.setSort(closed.table.sort.value);
    return succeed(null);
  }

  return {
    list,
    problem,
    visible,
    isShown,
    openNumber,
    outcome,
    foreign,
    unopened,
    start,
    lookAgain,
    openKept,
    open,
    neighbour,
    rename,
    cancel: call.cancel,
    close,
  };
});

/** The rows of entries that can be looked up. */
function idRows(list: Asked | null): readonly SessionLine[] {
  return list?.table.rows.filter(hasValidId) ?? [];
}

function isWaiting({ outcome }: SessionLine): boolean {
  return outcome === 'waiting';
}
