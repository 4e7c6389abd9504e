import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { MAX_BULK_SESSIONS } from '@shared/bridge/sessions';
import type { Exchange } from '@shared/http/exchange';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { UNDO_WINDOW_MS, type ProfileStamp } from '@shared/profiles/profile';
import { NOT_ASKED, type SessionLine } from '@shared/history/session-outcome';
import { RowTable } from '@renderer/components/data-grid/row-table';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';
import { useCall } from '@renderer/stores/use-call';
import { BULK_COLUMNS } from './bulk-columns';

/** A list of look-ups: under way, or done. */
export interface BulkList {
  readonly callId: string;
  readonly total: number;
  readonly running: boolean;
  /** The profile it was asked on; a switch of the profile does not change it. */
  readonly profile: Pick<ProfileStamp, 'id' | 'name' | 'environment'>;
  /** Only grows; a line is never changed. */
  readonly table: RowTable<SessionLine>;
}

/** A line whose exchange could not be opened, and why. */
export interface UnopenedLine {
  readonly sessionId: string;
  /** False when the list was cancelled before its turn came. */
  readonly wasAsked: boolean;
  readonly problem: Problem;
}

/** Several ids in one paste: a list that is fetched with bounded concurrency, and opened line by line. */
export const useBulkStore = defineStore('bulkSessions', () => {
  const profiles = useProfilesStore();
  const undo = useUndoStore();
  const call = useCall();
  const asked = shallowRef<Omit<BulkList, 'running'> | null>(null);
  const list = computed<BulkList | null>(
    () => asked.value && { ...asked.value, running: call.working !== null },
  );
  const problem = computed(() => call.problem);
  /** False while a line of the list is open in its place. */
  const visible = ref(true);
  const unopened = shallowRef<UnopenedLine | null>(null);
  let known = new Set<string>();

  const foreign = computed(() => list.value !== null && list.value.profile.id !== profiles.activeId);
  window.explorer.on('sessionLines', ({ callId, lines }) => {
    if (asked.value?.callId === callId) add(lines);
  });

  /** Takes lines that are not there yet: the result repeats what came by events. */
  function add(lines: readonly SessionLine[]): void {
    const fresh = lines.filter(({ sessionId }) => !known.has(sessionId));
    for (const { sessionId } of fresh) known.add(sessionId);
    asked.value?.table.append(fresh);
  }

  async function start(sessionIds: readonly string[]): Promise<void> {
    const { active } = profiles;
    if (!active) return;
    close();
    visible.value = true;
    const total = sessionIds.length;
    if (total > MAX_BULK_SESSIONS) {
      call.refuse({}, tooMany(total));
      return;
    }
    const { id, name, environment } = active;
    const profile = { id, name, environment };
    known = new Set();
    await call.run({}, async (callId) => {
      asked.value = { callId, total, profile, table: new RowTable(BULK_COLUMNS) };
      const answer = await window.explorer.lookUpSessions({ sessionIds, callId });
      if (answer.ok && asked.value?.callId === callId) add(answer.value);
      return answer.ok ? succeed({}) : answer;
    });
  }

  /** The exchange behind a line; null when there is none (any more), and `unopened` then says why. */
  async function open({ sessionId, message }: SessionLine): Promise<Exchange | null> {
    const from = asked.value;
    if (from === null) return null;
    unopened.value = null;
    const answer = await window.explorer.openSessionLine({ callId: from.callId, sessionId });
    if (asked.value !== from) return null;
    if (answer.ok && answer.value !== null) return answer.value;
    const wasAsked = message !== NOT_ASKED;
    const missing = wasAsked ? notHeld() : notAsked();
    unopened.value = { sessionId, wasAsked, problem: answer.ok ? missing : answer.problem };
    return null;
  }

  /** Closes the list. One that is done can be brought back for a while; one that is under way is cancelled. */
  function close(): void {
    const closed = list.value;
    void call.cancel();
    call.clear();
    closed?.table.close();
    asked.value = null;
    unopened.value = null;
    if (closed === null || closed.running) return;
    const words = `Closed the list of ${closed.total.toLocaleString('en')} sessions on ${closed.profile.name}.`;
    undo.offer(words, () => Promise.resolve(bringBack(closed)), UNDO_WINDOW_MS);
  }

  function bringBack({ callId, total, profile, table }: BulkList): Result<null> {
    if (asked.value !== null) return refuse(anotherIsOpen());
    // The worker of the closed table has ended.
    const again = new RowTable(BULK_COLUMNS);
    known = new Set();
    asked.value = { callId, total, profile, table: again };
    add(table.rows);
    again.setFilter(table.filter.value);
    again.setSort(table.sort.value);
    call.clear();
    visible.value = true;
    return succeed(null);
  }

  return {
    list,
    problem,
    visible,
    foreign,
    unopened,
    start,
    open,
    cancel: call.cancel,
    close,
  };
});

function tooMany(count: number): Problem {
  return {
    code: 'too-many-ids',
    title: `${count.toLocaleString('en')} ids are too many for one list`,
    meaning: `A list holds at most ${MAX_BULK_SESSIONS.toLocaleString('en')} ids. Nothing was sent; your text is still in the field.`,
    nextStep: 'Look them up in parts.',
    field: 'Session ID',
    detail: null,
  };
}

function notHeld(): Problem {
  return {
    code: 'answer-not-held',
    title: 'This answer is no longer held in memory',
    meaning: 'Only so much of what lists bring is held, and newer answers took its place. Its line stays.',
    nextStep: 'Look the session up again.',
    detail: null,
  };
}

function notAsked(): Problem {
  return {
    code: 'session-not-asked',
    title: 'This session was not asked for',
    meaning: 'The list was cancelled before its turn came: there is no answer.',
    nextStep: 'Look the session up.',
    detail: null,
  };
}

function anotherIsOpen(): Problem {
  return {
    code: 'another-list-open',
    title: 'Another list is open',
    meaning: 'Nothing was changed.',
    nextStep: 'Close that list, then undo this again.',
    detail: null,
  };
}
