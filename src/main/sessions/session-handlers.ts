import { countOf } from '@shared/text/count-of';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { BridgeEvents } from '@shared/bridge/bridge';
import {
  MAX_BULK_SESSIONS,
  MAX_ELSEWHERE,
  MAX_LIST_NAME,
  type SessionRequests,
} from '@shared/bridge/sessions';
import { NOT_CHECKED_WORDS } from '@shared/http/describe-check';
import type { Exchange } from '@shared/http/exchange';
import type { HistoryDetail } from '@shared/history/history';
import { ProblemError, type Problem } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import {
  readSessionBody,
  sessionLine,
  type SessionBodyReading,
  type SessionLine,
} from '@shared/history/session-outcome';
import type { AskPerson } from '@shared/questions/question';
import { sessionRequest } from '@shared/requests/reading-requests';
import { isUuid } from '@shared/text/uuid';
import type { BodyReader } from '../body-reading/body-reader';
import { parseJson } from '../body-reading/check-text';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { EventBatches } from '../bridge/event-batches';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import { Gate } from '../sending/gate';
import { ONE_OF_MANY } from '../sending/retries';
import { exchangeOf, type SendCall, type Sender } from '../sending/sender';
import { bulkLookUp, CONCURRENCY } from './bulk-look-up';
import type { KeptList, KeptLists } from './kept-lists';
import { largeListQuestion } from './large-list-question';
import type { RecentSessions } from './recent-sessions';
import { lineAfter, SessionLists } from './session-lists';
import { someAtATime } from './some-at-a-time';

export interface SessionServices {
  readonly sender: Pick<Sender, 'submit'>;
  /** Reads the bodies that are too large for the main thread. */
  readonly reader: Pick<BodyReader, 'ask'>;
  readonly calls: RunningCalls;
  readonly recent: RecentSessions;
  readonly keptLists: KeptLists;
  /** Of the history; null when it is gone. */
  readonly openRecorded: (exchangeId: string) => Promise<HistoryDetail | null>;
  readonly ask: AskPerson;
  readonly activeProfile: () => Promise<Profile>;
  readonly listProfiles: () => Promise<readonly Profile[]>;
  readonly tellProgress: (callId: string, note: string | null) => void;
  readonly tellLines: (event: BridgeEvents['sessionLines']) => void;
  /** Told of what failed beside an answer. */
  readonly report: (where: string, error: unknown) => void;
}

const sessionId = z.string().refine(isUuid, 'not a UUID');
const profileId = z.string().min(1).max(100);
const listId = z.string().uuid();

export function sessionHandlers(services: SessionServices): BridgeHandlers<SessionRequests> {
  const { calls, recent, keptLists, activeProfile } = services;
  const lists = new SessionLists();

  async function lookUp(profile: Profile, id: string, call: SendCall): Promise<Exchange> {
    const order = {
      id: randomUUID(),
      request: sessionRequest(id),
      profile,
      composedUnder: null,
      replayOf: null,
    };
    return exchangeOf(await services.sender.submit(order, call));
  }

  async function lineOf(id: string, exchange: Exchange, signal: AbortSignal): Promise<SessionLine> {
    return sessionLine(id, exchange, await sessionBodyOf(exchange, services.reader, signal), new Date());
  }

  /** Into memory, from the database where it is not there; gives its lines. A list goes on where it began. */
  async function beginList(
    id: string,
    profile: Profile,
    sessionIds: readonly string[],
  ): Promise<readonly SessionLine[]> {
    const held = lists.find(id) ?? (await keptLists.known(id).then(asHeld));
    if (held !== null && held.profileId !== profile.id) throw otherProfile();
    lists.begin(id, profile.id, sessionIds, held?.lines);
    return lists.find(id)?.lines ?? [];
  }

  /** Answers are shown whether or not the list can be written. */
  async function orReport(keeping: Promise<void>): Promise<void> {
    await keeping.catch((error: unknown) => services.report('lists of sessions', error));
  }

  async function lookUpMany(
    list: string,
    sessionIds: readonly string[],
    callId: string,
  ): Promise<readonly SessionLine[] | null> {
    const profile = await activeProfile();
    const question = largeListQuestion(profile, sessionIds.length);
    if (question !== null) {
      const asking = (signal: AbortSignal) => services.ask(question, signal);
      if (!(await calls.run(callId, asking, { profileId: profile.id })).confirmed) return null;
      // The question may have stood for long.
      if ((await activeProfile()).id !== profile.id) throw otherProfile();
    }
    const batches = new EventBatches<SessionLine>((lines) => {
      if (lines.length > 0) services.tellLines({ callId, lines });
    });
    const gate = new Gate({
      onWait: (wait) => {
        if (wait === null) services.tellProgress(callId, null);
        else if (wait.kind === 'rate-limit') {
          const seconds = Math.ceil(wait.waitMs / 1000);
          services.tellProgress(callId, `the service limits the rate: going on in ${seconds} s`);
        }
      },
    });
    const begun = await beginList(list, profile, sessionIds);
    // A deletion takes the list from memory, and not what is on screen.
    const own = new Map(begun.map((line) => [line.sessionId, line]));
    const linesNow = (): readonly SessionLine[] => lists.find(list)?.lines ?? [...own.values()];
    // From here on it can be gone on with, whatever happens to the app.
    await orReport(keptLists.save(list, profile.id, begun));
    const run = (signal: AbortSignal): Promise<unknown> =>
      bulkLookUp(
        sessionIds,
        {
          lookUp: (id, shared, stop) =>
            lookUp(profile, id, { callId, signal: stop, policy: ONE_OF_MANY, gate: shared }),
          gate,
          onDone: async (id, exchange) => {
            const answered = await lineOf(id, exchange, signal);
            const line = lineAfter(own.get(id), answered);
            own.set(id, line);
            lists.add(list, answered, exchange);
            batches.add([line]);
          },
        },
        signal,
      );
    try {
      await calls.run(callId, run, {
        profileId: profile.id,
        job: { words: `The list of ${countOf(sessionIds.length, 'session')}` },
      });
    } finally {
      // Whatever became of the rest.
      batches.flush();
      await orReport(keptLists.update(list, linesNow()));
    }
    const asked = new Set(sessionIds);
    return linesNow().filter((line) => asked.has(line.sessionId));
  }

  /** From memory, else from the history; from then on it is a recent look-up. */
  async function openLine(list: string, id: string): Promise<Exchange | null> {
    const held = lists.find(list) ?? (await keptLists.known(list).then(asHeld));
    const line = held?.lines.find((each) => each.sessionId === id);
    if (held === null || line === undefined || line.exchangeId === null) return null;
    const exchange = lists.exchange(list, id) ?? (await recorded(line.exchangeId));
    if (exchange !== null) {
      await recent.add(held.profileId, line).catch((error: unknown) => services.report('sessions', error));
    }
    return exchange;
  }

  async function recorded(exchangeId: string): Promise<Exchange | null> {
    const detail = await services.openRecorded(exchangeId);
    if (detail === null || detail.notKept.length === 0) return detail?.exchange ?? null;
    const notes = [...(detail.exchange.notes ?? []), notWhole(detail.notKept)];
    return { ...detail.exchange, notes };
  }

  /** An answer is shown whether or not the list of recent look-ups can be written. */
  async function remember(
    profileId: string,
    id: string,
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<Exchange> {
    try {
      await recent.add(profileId, await lineOf(id, exchange, signal));
      return exchange;
    } catch (error) {
      services.report('sessions', error);
      return { ...exchange, notes: [...(exchange.notes ?? []), notRemembered(error)] };
    }
  }

  return {
    lookUpSession: {
      parse: z.object({ sessionId, callId: callIdSchema }),
      handle: ({ sessionId: id, callId }) =>
        calls.run(callId, async (signal) => {
          const profile = calls.under(callId, await activeProfile());
          return remember(profile.id, id, await lookUp(profile, id, { callId, signal }), signal);
        }),
    },
    lookUpElsewhere: {
      parse: z.object({
        sessionId,
        profileIds: z.array(profileId).max(MAX_ELSEWHERE),
        callId: callIdSchema,
      }),
      handle: ({ sessionId: id, profileIds, callId }) =>
        calls.run(callId, async (signal) => {
          const wanted = new Set(profileIds);
          const active = await activeProfile();
          const others = (await services.listProfiles()).filter(
            (profile) =>
              wanted.has(profile.id) &&
              profile.id !== active.id &&
              profile.environment !== 'production' &&
              profile.baseUrl !== null,
          );
          return someAtATime(others, CONCURRENCY, async (profile) => {
            try {
              const exchange = await lookUp(profile, id, { callId, signal });
              return { profileId: profile.id, line: await lineOf(id, exchange, signal), problem: null };
            } catch (error) {
              if (!(error instanceof ProblemError)) throw error;
              return { profileId: profile.id, line: null, problem: error.problem };
            }
          });
        }),
    },
    lookUpSessions: {
      parse: z.object({
        listId,
        sessionIds: z.array(sessionId).min(1).max(MAX_BULK_SESSIONS),
        callId: callIdSchema,
      }),
      handle: ({ listId: list, sessionIds, callId }) => lookUpMany(list, [...new Set(sessionIds)], callId),
    },
    openSessionLine: {
      parse: z.object({ listId, sessionId }),
      handle: ({ listId: list, sessionId: id }) => openLine(list, id),
    },
    listSessionLists: {
      parse: z.object({ profileId }),
      handle: (argument) => keptLists.list(argument.profileId),
    },
    openSessionList: {
      parse: z.object({ listId }),
      handle: (argument) => keptLists.open(argument.listId),
    },
    nameSessionList: {
      parse: z.object({ listId, name: z.string().trim().min(1).max(MAX_LIST_NAME).nullable() }),
      handle: (argument) => keptLists.rename(argument.listId, argument.name),
    },
    deleteSessionList: {
      parse: z.object({ listId }),
      handle: async (argument) => {
        const left = await keptLists.remove(argument.listId);
        lists.drop(argument.listId);
        return left;
      },
    },
    undoDeleteSessionList: {
      parse: z.object({ listId }),
      handle: (argument) => keptLists.undoRemove(argument.listId),
    },
    listRecentSessions: {
      parse: z.object({ profileId }),
      handle: (argument) => recent.list(argument.profileId),
    },
    pinRecentSession: {
      parse: z.object({ profileId, sessionId, pinned: z.boolean() }),
      handle: (argument) => recent.pin(argument.profileId, argument.sessionId, argument.pinned),
    },
    clearRecentSessions: {
      parse: z.object({ profileId, clearId: z.string().uuid() }),
      handle: async (argument) => {
        for (const id of await keptLists.clear(argument.profileId, argument.clearId)) lists.drop(id);
        return recent.clear(argument.profileId, argument.clearId);
      },
    },
    undoClearRecentSessions: {
      parse: z.object({ profileId, clearId: z.string().uuid() }),
      handle: async (argument) => {
        await keptLists.undoClear(argument.clearId);
        return recent.undoClear(argument.profileId, argument.clearId);
      },
    },
  };
}

function notRemembered(error: unknown): Problem {
  return {
    code: 'recent-not-written',
    title: 'The recent look-ups could not be written',
    meaning: 'The session was looked up; only the list of recent look-ups does not have it.',
    nextStep: 'See that the disk has room and that the app may write in its folder.',
    detail: error instanceof Error ? error.message : String(error),
  };
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
    nextStep: 'Refresh reads the session anew.',
    detail: null,
  };
}

const NOTHING: SessionBodyReading = { kind: 'read', body: null };

/** What lists say of a look-up's answer, whatever its size; a large one is read away from the main thread. */
async function sessionBodyOf(
  { outcome, response }: Exchange,
  reader: Pick<BodyReader, 'ask'>,
  signal: AbortSignal,
): Promise<SessionBodyReading> {
  const body = response?.body;
  if (body === undefined || outcome.kind !== 'answered') return NOTHING;
  switch (body.kind) {
    case 'none':
      return NOTHING;
    case 'text':
      return { kind: 'read', body: readSessionBody(parseJson(body.text)) };
    case 'stored': {
      if (!body.complete || body.encoding !== 'utf-8') return NOTHING;
      const reading = await reader.ask(body, { kind: 'session' }, signal);
      return reading.kind === 'read'
        ? { kind: 'read', body: reading.answer }
        : { kind: 'unread', why: NOT_CHECKED_WORDS[reading.why] };
    }
  }
}
