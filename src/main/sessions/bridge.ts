import { z } from 'zod';
import type { BridgeEvents } from '../../shared/bridge';
import { MOST_BULK_SESSIONS, type SessionRequests } from '../../shared/bridge/sessions';
import type { Exchange } from '../../shared/exchange';
import type { Profile } from '../../shared/profile';
import { sessionLine, type SessionLine } from '../../shared/session-outcome';
import { isUuid } from '../../shared/uuid';
import type { ApiCall, ApiClient } from '../api/api-client';
import type { BridgeHandlers } from '../bridge-handler';
import { callIdSchema } from '../calls/bridge';
import type { RunningCalls } from '../calls/running-calls';
import { bulkLookUp } from './bulk-look-up';
import { LineBatches } from './line-batches';
import type { RecentSessions } from './recent-sessions';
import { SessionLists } from './session-lists';

export interface SessionServices {
  readonly api: ApiClient;
  readonly calls: RunningCalls;
  readonly recent: RecentSessions;
  readonly activeProfile: () => Promise<Profile>;
  readonly tellProgress: (callId: string, note: string | null) => void;
  readonly tellLines: (event: BridgeEvents['sessionLines']) => void;
}

const sessionId = z.string().refine(isUuid, 'not a UUID');
const profileId = z.string().min(1).max(100);

export function sessionHandlers(services: SessionServices): BridgeHandlers<SessionRequests> {
  const { calls, recent, activeProfile } = services;
  const lists = new SessionLists();

  function lookUp(profile: Profile, id: string, call: ApiCall): Promise<Exchange> {
    return services.api.call(
      profile,
      { operation: 'get_checkout_session', pathParameters: { session_id: id } },
      call,
    );
  }

  async function lookUpMany(sessionIds: readonly string[], callId: string): Promise<readonly SessionLine[]> {
    const profile = await activeProfile();
    const batches = new LineBatches((lines) => services.tellLines({ callId, lines }));
    lists.begin(callId);
    const run = (signal: AbortSignal): Promise<unknown> =>
      bulkLookUp(
        sessionIds,
        {
          lookUp: (id, stop) => lookUp(profile, id, { callId, signal: stop, once: true }),
          onDone: (id, exchange) => {
            const line = sessionLine(id, exchange, new Date());
            lists.add(callId, line, exchange);
            batches.add(line);
          },
          onPause: (note) => services.tellProgress(callId, note),
        },
        signal,
      );
    await calls.run(callId, run, { profileId: profile.id });
    batches.flush();
    return lists.finish(callId, sessionIds);
  }

  return {
    lookUpSession: {
      parse: z.object({ sessionId, callId: callIdSchema }),
      handle: ({ sessionId: id, callId }) =>
        calls.run(callId, async (signal) => {
          const profile = calls.under(callId, await activeProfile());
          const exchange = await lookUp(profile, id, { callId, signal });
          await recent.add(profile.id, id, sessionLine(id, exchange, new Date()).outcome);
          return exchange;
        }),
    },
    lookUpSessions: {
      parse: z.object({
        sessionIds: z.array(sessionId).min(1).max(MOST_BULK_SESSIONS),
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
      parse: z.object({ profileId }),
      handle: (argument) => recent.clear(argument.profileId),
    },
  };
}
