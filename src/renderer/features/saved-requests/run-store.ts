import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { RunStep } from '@shared/bridge/saved-requests';
import type { BrokenFile } from '@shared/requests/live-folder';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import type { Profile } from '@shared/profiles/profile';
import { isAsExpected, isOpen, isUnsent } from '@shared/requests/run-outcome';
import { WHY_NOT_RUN } from '@shared/requests/why-not-run';
import { succeed } from '@shared/problem';
import { OneClick } from '@renderer/stores/one-click';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useCall } from '@renderer/stores/use-call';

/** One request in a run, with its progress or its outcome. */
export interface RunLine {
  readonly line: SavedRequestLine;
  readonly state: RunStep | { readonly kind: 'waiting' };
}

/** A run, and how its requests ended. */
interface Report {
  readonly title: string;
  readonly startedAt: Date;
  /** The profile under which it was sent. */
  readonly profile: Pick<Profile, 'id' | 'name' | 'environment'> | null;
  readonly lines: readonly RunLine[];
}

const WAITING: RunLine['state'] = { kind: 'waiting' };
const NO_REPORT: Report = { title: '', startedAt: new Date(0), profile: null, lines: [] };

/**
 * Sends saved requests, one or a folder of them, one after the other, and keeps the last report of each. One report is shown
 * at a time.
 */
export const useRunStore = defineStore('savedRequestRun', () => {
  const profiles = useProfilesStore();
  const oneClick = new OneClick();
  /** Reports by a request's id or a folder's key; the newest run is last. */
  const reports = shallowRef<ReadonlyMap<string, Report>>(new Map());
  /** The key of the report on screen. */
  const of = ref('');
  const shown = computed(() => reports.value.get(of.value) ?? NO_REPORT);
  const lines = computed(() => shown.value.lines);
  const title = computed(() => shown.value.title);
  const startedAt = computed(() => shown.value.startedAt);
  const profile = computed(() => shown.value.profile);
  /** The latest outcome of each request, in any run. */
  const latest = computed(
    () =>
      new Map(
        [...reports.value.values()].flatMap((report) => report.lines.map((line) => [line.line.id, line])),
      ),
  );
  const call = useCall();
  const running = computed(() => call.working !== null);
  /** The key of the run in progress, or of the last one. */
  let runningOf = '';
  /** Null while nothing is running. */
  const runningTitle = computed(() => (running.value ? (reports.value.get(runningOf)?.title ?? '') : null));
  const isRunningShown = computed(() => running.value && of.value === runningOf);
  const summary = computed(() => {
    const count = (test: (line: RunLine) => boolean): number => lines.value.filter(test).length;
    return {
      met: count(({ state }) => isAsExpected(state)),
      unmet: count(isUnmet),
      unknown: count(({ state }) => isOpen(state)),
      unsent: count(({ state }) => isUnsent(state)),
      running: count(({ state }) => state.kind === 'running'),
      waiting: count(({ state }) => state.kind === 'waiting'),
      left: count(({ state }) => state.kind in WHY_NOT_RUN),
    };
  });

  /** Those that can be sent again: not what nobody knows the outcome of, and only on the profile of the report. */
  const failed = computed(() =>
    profile.value === null || profile.value.id !== profiles.activeId
      ? []
      : lines.value.filter((one) => !isUnread(one) && (isUnmet(one) || isUnsent(one.state))),
  );

  /**
   * @param unread files of the folder that cannot be read: the report has them as refused.
   * @param asked for one request on screen: what its file requests there.
   */
  async function run(
    requests: readonly SavedRequestLine[],
    name: string,
    key = '',
    unread: readonly BrokenFile[] = [],
    asked?: string,
  ): Promise<void> {
    if (requests.length === 0) return;
    const all = [...requests.map((line) => ({ line, state: WAITING })), ...unread.map(unreadLine)];
    await sendOnce(requests, name, key, all, asked);
  }

  /** Sends those of the report again that failed; what the others were answered stays in it. */
  async function runFailed(): Promise<void> {
    const again = failed.value.map(({ line }) => line);
    if (again.length === 0) return;
    const all = lines.value.map((one) => (again.includes(one.line) ? { ...one, state: WAITING } : one));
    await sendOnce(again, title.value, of.value, all);
  }

  async function sendOnce(...given: Parameters<typeof send>): Promise<void> {
    const [requests] = given;
    await oneClick.run(requests.map(({ id }) => id).join(' '), () => send(...given));
  }

  /** @param all the lines of the report: those that are sent, and others. */
  async function send(
    requests: readonly SavedRequestLine[],
    name: string,
    key: string,
    all: readonly RunLine[],
    asked?: string,
  ): Promise<void> {
    if (running.value) return;
    [of.value, runningOf] = [key, key];
    const others = [...reports.value].filter(([other]) => other !== key);
    const report: Report = {
      title: name,
      startedAt: new Date(),
      profile: profiles.active,
      lines: all,
    };
    reports.value = new Map([...others, [key, report]]);
    await call.run({}, async (callId) => {
      const stopListening = window.explorer.on('savedRun', (event) => {
        if (event.callId === callId) set(event.requestId, event.step);
      });
      const ids = requests.map((request) => request.id);
      const readable = all.filter((one) => !isUnread(one)).map(({ line }) => line.id);
      const among = readable.length > ids.length ? { among: readable } : {};
      const shown = asked === undefined ? {} : { asked };
      const answer = await window.explorer.runSavedRequests({ ids, ...among, ...shown, callId });
      stopListening();
      if (!answer.ok) {
        settleRest({ kind: 'refused', problem: answer.problem });
      } else {
        for (const { requestId, step } of answer.value ?? []) set(requestId, step);
        settleRest({ kind: answer.value === null ? 'skipped' : 'cancelled' });
      }
      return answer.ok ? succeed({}) : answer;
    });
  }

  /**
   * Sets the state of all requests whose outcome main has not reported. None of them was sent: before the run ends,
   * main reports an outcome for every request that it has reported as `running`.
   */
  function settleRest(state: RunLine['state']): void {
    for (const { line, state: before } of reports.value.get(runningOf)?.lines ?? []) {
      if (before.kind === 'waiting' || before.kind === 'running') set(line.id, state);
    }
  }

  function set(requestId: string, state: RunLine['state']): void {
    const report = reports.value.get(runningOf);
    if (report === undefined) return;
    const changed = report.lines.map((one) => (one.line.id === requestId ? { ...one, state } : one));
    reports.value = new Map(reports.value).set(runningOf, { ...report, lines: changed });
  }

  /** Shows the last report under this key, or none. */
  function show(key: string): void {
    of.value = key;
  }

  return {
    lines,
    latest,
    title,
    startedAt,
    profile,
    of,
    running,
    runningTitle,
    isRunningShown,
    summary,
    failed,
    run,
    runFailed,
    cancel: call.cancel,
    show,
  };
});

function isUnmet({ state }: RunLine): boolean {
  return state.kind === 'done' && ![isUnsent, isOpen, isAsExpected].some((is) => is(state));
}

const UNREAD = 'broken:';

function isUnread({ line }: RunLine): boolean {
  return line.id.startsWith(UNREAD);
}

/** A file that cannot be read, as a refused request of the run. */
function unreadLine({ file, folder, why }: BrokenFile): RunLine {
  return {
    line: {
      id: `${UNREAD}${file}`,
      folder,
      name: file,
      description: '',
      operation: 'free',
      subject: '',
      expectations: 0,
    },
    state: {
      kind: 'refused',
      problem: {
        code: 'request-file-unreadable',
        title: 'Its file cannot be read',
        meaning: `${why} Nothing of it was sent.`,
        nextStep: 'Fix the file in an editor, then run the folder again.',
        detail: null,
      },
    },
  };
}
