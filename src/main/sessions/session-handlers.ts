import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { countOf } from '@shared/history/entry-summary';
import type { BridgeEvents } from '@shared/bridge/bridge';
import { MAX_BULK_SESSIONS, type SessionRequests } from '@shared/bridge/sessions';
import { NOT_CHECKED_WORDS } from '@shared/http/describe-check';
import type { Exchange } from '@shared/http/exchange';
import type { Problem } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import {
  readSessionBody,
  sessionLine,
  type SessionBodyReading,
  type SessionLine,
} from '@shared/history/session-outcome';
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
import { bulkLookUp } from './bulk-look-up';
import type { RecentSessions } from './recent-sessions';
import { SessionLists } from './session-lists';

export interface SessionServices {
  readonly sender: Pick<Sender, 'submit'>;
  /** Reads the bodies that are too large for the main thread. */
  readonly reader: Pick<BodyReader, 'ask'>;
  readonly calls: RunningCalls;
  readonly recent: RecentSessions;
  readonly activeProfile: () => Promise<Profile>;
  readonly tellProgress: (callId: string, note: string | null) => void;
  readonly tellLines: (event: BridgeEvents['sessionLines']) => void;
  /** Told of what failed beside an answer. */
  readonly report: (where: string, error: unknown) => void;
}

const sessionId = z.string().refine(isUuid, 'not a UUID');
const profileId = z.string().min(1).max(100);

export function sessionHandlers(services: SessionServices): BridgeHandlers<SessionRequests> {
  const { calls, recent, activeProfile } = services;
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

  async function lookUpMany(sessionIds: readonly string[], callId: string): Promise<readonly SessionLine[]> {
    const profile = await activeProfile();
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
    lists.begin(callId);
    const run = (signal: AbortSignal): Promise<unknown> =>
      bulkLookUp(
        sessionIds,
        {
          lookUp: (id, shared, stop) =>
            lookUp(profile, id, { callId, signal: stop, policy: ONE_OF_MANY, gate: shared }),
          gate,
          onDone: async (id, exchange) => {
            const line = await lineOf(id, exchange, signal);
            lists.add(callId, line, exchange);
            batches.add([line]);
          },
        },
        signal,
      );
    await calls.run(callId, run, {
      profileId: profile.id,
      job: `The list of ${countOf(sessionIds.length, 'session')}`,
    });
    batches.flush();
    return lists.finish(callId, sessionIds);
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
    lookUpSessions: {
      parse: z.object({
        sessionIds: z.array(sessionId).min(1).max(MAX_BULK_SESSIONS),
        callId: callIdSchema,
      }),
      handle: ({ sessionIds, callId }) => lookUpMany([...new Set(sessionIds)], callId),
    },
    openSessionLine: {
      parse: z.object({ callId: callIdSchema, sessionId }),
      handle: ({ callId, sessionId: id }) => lists.exchange(callId, id),
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
      handle: (argument) => recent.clear(argument.profileId, argument.clearId),
    },
    undoClearRecentSessions: {
      parse: z.object({ profileId, clearId: z.string().uuid() }),
      handle: (argument) => recent.undoClear(argument.profileId, argument.clearId),
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
