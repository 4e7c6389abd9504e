import type { BridgeEvents } from '@shared/bridge/bridge';
import { maskCardData } from '@shared/cards/mask-card-data';
import type { Exchange } from '@shared/http/exchange';
import type { HistoryDetail } from '@shared/history/history';
import { BEING_ASKED, noIdLine, unaskedLine, type SessionLine } from '@shared/history/session-outcome';
import { ProblemError, type Problem } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { AskPerson } from '@shared/questions/question';
import { countOf } from '@shared/text/count-of';
import { isUuid } from '@shared/text/uuid';
import { EventBatches } from '../bridge/event-batches';
import type { RunningCalls } from '../calls/running-calls';
import { Gate, type Wait } from '../sending/gate';
import { ONE_OF_MANY } from '../sending/retries';
import type { SendCall } from '../sending/sender';
import { bulkLookUp } from './bulk-look-up';
import type { KeptList, KeptLists } from './kept-lists';
import { largeListQuestion } from './large-list-question';
import type { SessionReader } from './read-session';
import type { RecentSessions } from './recent-sessions';
import { PeriodicSaves } from './periodic-saves';
import { lineAfter, SessionLists } from './session-lists';

/** Any other outcome is about the service or the token, and what was known of the session stays true. */
const ABOUT_THE_SESSION: ReadonlySet<SessionLine['outcome']> = new Set(['found', 'expired', 'not found']);

export interface ListServices {
  readonly calls: RunningCalls;
  readonly recent: RecentSessions;
  readonly keptLists: KeptLists;
  /** An exchange from the history; null if it is gone. */
  readonly openRecorded: (exchangeId: string) => Promise<Pick<HistoryDetail, 'exchange' | 'notKept'> | null>;
  readonly ask: AskPerson;
  readonly activeProfile: () => Promise<Profile>;
  readonly tellProgress: (callId: string, note: string | null, until?: number) => void;
  readonly tellLines: (event: BridgeEvents['sessionLines']) => void;
  /** Called for failures that do not keep an answer from being shown. */
  readonly report: (where: string, error: unknown) => void;
}

/** Look-ups of many sessions together: their answers while the app runs, and the lists that outlive it. */
export class ListLookUps {
  private readonly held = new SessionLists();

  constructor(
    private readonly session: SessionReader,
    private readonly services: ListServices,
  ) {}

  /**
   * Loads the list into memory unless it is already there, and returns its rows, so that a list continues where it
   * stopped.
   */
  private async beginList(
    id: string,
    profile: Profile,
    sessionIds: readonly string[],
    entries: readonly string[],
  ): Promise<readonly SessionLine[]> {
    const held = this.held.find(id) ?? (await this.services.keptLists.known(id).then(asHeld));
    if (held !== null && held.profileId !== profile.id) throw otherProfile();
    this.held.begin(id, profile.id, sessionIds, held?.lines ?? entries.map(unaskedEntry));
    return this.held.find(id)?.lines ?? [];
  }

  /** Answers are shown even if the list cannot be saved. */
  private async orReport(keeping: Promise<void>): Promise<void> {
    await keeping.catch((error: unknown) => this.services.report('lists of sessions', error));
  }

  /**
   * Null if the person declined a large list on production.
   * @param entries the pasted ids, and in their places the entries that are not ids, which are kept with the list.
   */
  async lookUp(
    list: string,
    sessionIds: readonly string[],
    callId: string,
    entries: readonly string[] = [],
  ): Promise<readonly SessionLine[] | null> {
    const profile = await this.services.activeProfile();
    const question = largeListQuestion(profile, sessionIds.length);
    if (question !== null) {
      const asking = (signal: AbortSignal) => this.services.ask(question, signal);
      if (!(await this.services.calls.run(callId, asking, { profileId: profile.id })).confirmed) return null;
      // The question may have been open for a long time.
      if ((await this.services.activeProfile()).id !== profile.id) throw otherProfile();
    }
    const run = (signal: AbortSignal): Promise<readonly SessionLine[]> =>
      this.carryOut(list, profile, sessionIds, entries, { callId, signal });
    return this.services.calls.run(callId, run, {
      profileId: profile.id,
      job: { words: `The list of ${countOf(sessionIds.length, 'session')}` },
    });
  }

  /** Within the call from its start: to open the database may take minutes, in which it may be cancelled. */
  private async carryOut(
    list: string,
    profile: Profile,
    sessionIds: readonly string[],
    entries: readonly string[],
    { callId, signal }: Pick<SendCall, 'callId' | 'signal'>,
  ): Promise<readonly SessionLine[]> {
    const batches = new EventBatches<SessionLine>((lines) => {
      if (lines.length > 0) this.services.tellLines({ callId, lines });
    });
    const gate = new Gate({
      onWait: (wait) => {
        if (wait === null) this.services.tellProgress(callId, null);
        else if (wait.kind === 'rate-limit') {
          const seconds = Math.ceil(wait.waitMs / 1000);
          const note = `rate limited by the service: waiting ${seconds} s`;
          this.services.tellProgress(callId, note, wait.until);
        }
      },
    });
    const asked = new Set(sessionIds);
    const ofList = entries.filter((entry) => asked.has(entry) || !isUuid(entry));
    const begun = await this.beginList(list, profile, sessionIds, ofList);
    // Deleting the list removes it from memory, but not from the screen.
    const own = new Map(begun.map((line) => [line.sessionId, line]));
    const linesNow = (): readonly SessionLine[] => this.held.find(list)?.lines ?? [...own.values()];
    // From here on the list can be continued, whatever happens to the app.
    await this.orReport(this.services.keptLists.save(list, profile.id, begun));
    // Does not bring back a list that has been deleted.
    const saves = new PeriodicSaves(() => this.orReport(this.services.keptLists.update(list, linesNow())));
    const answers: { readonly line: SessionLine; readonly lookedUpAt: string }[] = [];
    try {
      const gaveUp = await bulkLookUp(
        sessionIds,
        {
          lookUp: (id, shared, stop) => {
            const tell = (message: string) => batches.add([{ ...unaskedLine(id, 'waiting'), message }]);
            tell(BEING_ASKED);
            return this.session.lookUp(profile, id, {
              callId,
              signal: stop,
              policy: ONE_OF_MANY,
              gate: shared.forOne((wait) => tell(wait === null ? BEING_ASKED : wordsFor(wait, shared.now()))),
            });
          },
          gate,
          onDone: async (id, exchange) => {
            const answered = await this.session.lineOf(id, exchange, signal);
            const line = lineAfter(own.get(id), answered);
            own.set(id, line);
            this.held.add(list, answered, exchange);
            batches.add([line]);
            saves.changed();
            if (ABOUT_THE_SESSION.has(answered.outcome))
              answers.push({ line: answered, lookedUpAt: new Date().toISOString() });
          },
        },
        signal,
      );
      if (gaveUp !== null) this.held.explainUnasked(list, asked, gaveUp);
    } finally {
      // Even after a failure, what was answered is shown and saved.
      batches.flush();
      await saves.end();
      await this.orReport(this.services.recent.readAgain(profile.id, answers));
    }
    return linesNow().filter((line) => asked.has(line.sessionId));
  }

  /** Reads the answer from memory or, failing that, from the history; it then becomes a recent look-up. */
  async openLine(list: string, id: string): Promise<Exchange | null> {
    const held = this.held.find(list) ?? (await this.services.keptLists.known(list).then(asHeld));
    const line = held?.lines.find((each) => each.sessionId === id);
    if (held === null || line === undefined || line.exchangeId === null) return null;
    const exchange = this.held.exchange(list, id) ?? (await this.recorded(line.exchangeId));
    if (exchange !== null) {
      await this.services.recent
        .add(held.profileId, line, line.readAt ?? undefined)
        .catch((error: unknown) => this.services.report('sessions', error));
    }
    return exchange;
  }

  private async recorded(exchangeId: string): Promise<Exchange | null> {
    const detail = await this.services.openRecorded(exchangeId);
    if (detail === null || detail.notKept.length === 0) return detail?.exchange ?? null;
    const notes = [...(detail.exchange.notes ?? []), notWhole(detail.notKept)];
    return { ...detail.exchange, notes };
  }

  /** A deleted list cannot be continued. */
  drop(id: string): void {
    this.held.drop(id);
  }
}

/** Somebody may have pasted a card number among the IDs. */
function unaskedEntry(entry: string): SessionLine {
  return isUuid(entry) ? unaskedLine(entry, 'cancelled') : noIdLine(maskCardData(entry));
}

/** The words for a look-up that waits before its next try, for example because of Retry-After. */
function wordsFor({ kind, reason, until }: Wait, now: number): string {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return `waits ${seconds} s: ${kind === 'rate-limit' ? 'rate limited by the service' : reason}`;
}

function asHeld(
  list: KeptList | null,
): { readonly profileId: string; readonly lines: readonly SessionLine[] } | null {
  return list && { profileId: list.summary.profileId, lines: list.lines };
}

function otherProfile(): ProblemError {
  return new ProblemError({
    code: 'list-of-another-profile',
    title: 'This list belongs to another profile',
    meaning: 'A list goes on under the profile it was begun with. Nothing was sent.',
    nextStep: 'Switch to that profile, or look the IDs up as a new list.',
    detail: null,
  });
}

function notWhole(notKept: readonly string[]): Problem {
  return {
    code: 'from-history',
    title: 'Opened from the history',
    meaning: notKept.join(' '),
    nextStep: 'Refresh reads the session again.',
    detail: null,
  };
}
