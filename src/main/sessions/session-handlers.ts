import { z } from 'zod';
import {
  MAX_BULK_SESSIONS,
  MAX_ELSEWHERE,
  MAX_LIST_NAME,
  type SessionRequests,
} from '@shared/bridge/sessions';
import type { BridgeEvents } from '@shared/bridge/events';
import { MAX_ENTRY_LENGTH } from '@shared/history/session-outcome';
import type { Exchange } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { isUuid } from '@shared/text/uuid';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import { profileIdSchema } from '../profiles/profile-schema';
import type { SendCall } from '../sending/sender';
import { CONCURRENCY } from './bulk-look-up';
import { ListLookUps, type ListServices } from './list-look-ups';
import { SessionReader, type SessionReaderServices } from './read-session';
import { mapConcurrently } from './map-concurrently';

export interface SessionServices extends SessionReaderServices, ListServices {
  readonly tellBeginning: (event: BridgeEvents['sessionBegins']) => void;
  readonly listProfiles: () => Promise<readonly Profile[]>;
  /** Waits for the Local sandbox, starting it if necessary. */
  readonly findProfile: (profileId: string) => Promise<Profile>;
}

const sessionId = z.string().refine(isUuid, 'not a UUID');
const listId = z.string().uuid();

const MAX_CHECKING = 20;

export function sessionHandlers(services: SessionServices): BridgeHandlers<SessionRequests> {
  const { calls, recent, keptLists, activeProfile } = services;
  const session = new SessionReader(services);
  const lists = new ListLookUps(session, services);
  /** Look-ups whose answer the window has while its check is still under way; the window asks for each once. */
  const checking = new Map<string, Promise<Exchange>>();

  return {
    lookUpSession: {
      parse: z.object({
        sessionId,
        callId: callIdSchema,
        checkLater: z.boolean().optional(),
        tellBeginning: z.boolean().optional(),
      }),
      handle: ({ sessionId: id, callId, checkLater = false, tellBeginning = false }) =>
        new Promise((resolve, reject) => {
          const onUnchecked = (exchange: Exchange): void => {
            checking.set(exchange.id, looking);
            // A reloaded window never asks for its earlier ones.
            for (const id of [...checking.keys()].slice(0, -MAX_CHECKING)) checking.delete(id);
            resolve(exchange);
          };
          const begunAt = performance.now();
          const looking = calls.run(callId, async (signal) => {
            const profile = calls.under(callId, await activeProfile());
            const until = calls.untilEnd;
            const onBeginning: SendCall['onBeginning'] = (exchange, beginning) =>
              services.tellBeginning({ callId, exchange, beginning });
            const call = {
              callId,
              signal,
              ...(checkLater ? { checkLater: { onUnchecked, until } } : {}),
              ...(tellBeginning ? { onBeginning } : {}),
            };
            const exchange = await session.lookUp(profile, id, call);
            // An answer is shown even if the list of recent look-ups cannot be saved.
            const line = () => session.lineOf(id, exchange, checkLater ? until : signal);
            recent.addSoon(profile.id, begunAt, line);
            return exchange;
          });
          looking.then(resolve, reject);
        }),
    },
    awaitSessionCheck: {
      parse: z.object({ exchangeId: z.string().uuid() }),
      handle: async ({ exchangeId }) => {
        const looking = checking.get(exchangeId);
        checking.delete(exchangeId);
        if (looking === undefined) return null;
        const { check, findings, moreFindings } = await looking;
        return { check, findings, moreFindings };
      },
    },
    lookUpElsewhere: {
      parse: z.object({
        sessionId,
        profileIds: z.array(profileIdSchema).max(MAX_ELSEWHERE),
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
              (profile.baseUrl !== null || profile.environment === 'local'),
          );
          return mapConcurrently(others, CONCURRENCY, async ({ id: profileId }) => {
            try {
              const profile = await services.findProfile(profileId);
              const exchange = await session.lookUp(profile, id, { callId, signal });
              return {
                profileId,
                line: await session.lineOf(id, exchange, signal),
                problem: null,
              };
            } catch (error) {
              if (!(error instanceof ProblemError)) throw error;
              return { profileId, line: null, problem: error.problem };
            }
          });
        }),
    },
    lookUpSessions: {
      parse: z.object({
        listId,
        sessionIds: z.array(sessionId).min(1).max(MAX_BULK_SESSIONS),
        callId: callIdSchema,
        entries: z
          .array(z.string().min(1).max(MAX_ENTRY_LENGTH))
          .max(2 * MAX_BULK_SESSIONS)
          .optional(),
      }),
      handle: ({ listId: list, sessionIds, callId, entries }) =>
        lists.lookUp(list, [...new Set(sessionIds)], callId, entries),
    },
    openSessionLine: {
      parse: z.object({ listId, sessionId }),
      handle: ({ listId: list, sessionId: id }) => lists.openLine(list, id),
    },
    listSessionLists: {
      parse: z.object({ profileId: profileIdSchema }),
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
      parse: z.object({ profileId: profileIdSchema }),
      handle: (argument) => recent.list(argument.profileId),
    },
    pinRecentSession: {
      parse: z.object({ profileId: profileIdSchema, sessionId, pinned: z.boolean() }),
      handle: (argument) => recent.pin(argument.profileId, argument.sessionId, argument.pinned),
    },
    clearRecentSessions: {
      parse: z.object({ profileId: profileIdSchema, clearId: z.string().uuid() }),
      handle: async (argument) => {
        for (const id of await keptLists.clear(argument.profileId, argument.clearId)) lists.drop(id);
        return recent.clear(argument.profileId, argument.clearId);
      },
    },
    undoClearRecentSessions: {
      parse: z.object({ profileId: profileIdSchema, clearId: z.string().uuid() }),
      handle: async (argument) => {
        await keptLists.undoClear(argument.clearId);
        return recent.undoClear(argument.profileId, argument.clearId);
      },
    },
  };
}
