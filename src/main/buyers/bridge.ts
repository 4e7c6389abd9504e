import { z } from 'zod';
import {
  MOST_LOADED_BUYERS,
  MOST_QUERY_PARAMETERS,
  type BuyersRequests,
  type LoadNews,
} from '../../shared/bridge/buyers';
import type { Exchange } from '../../shared/exchange';
import type { Profile } from '../../shared/profile';
import type { ApiClient } from '../api/api-client';
import type { BodyStore } from '../bodies';
import type { BridgeHandlers } from '../bridge-handler';
import { callIdSchema } from '../calls/bridge';
import type { RunningCalls } from '../calls/running-calls';
import { BuyersLoads } from './buyers-loads';
import { listRequest } from './list-request';
import type { LoadPlaces } from './load-places';
import { readPage } from './read-page';

export interface BuyersServices {
  readonly api: Pick<ApiClient, 'call'>;
  readonly bodies: Pick<BodyStore, 'read' | 'releaseExchange'>;
  readonly calls: RunningCalls;
  readonly activeProfile: () => Promise<Profile>;
  /** Throws a `ProblemError` when there is none. */
  readonly findProfile: (profileId: string) => Promise<Profile>;
  readonly places: LoadPlaces;
  readonly tellLoad: (news: LoadNews) => void;
}

export interface Buyers {
  readonly handlers: BridgeHandlers<BuyersRequests>;
  /** Waits until cancelled loads have written down where they stand. */
  settled(): Promise<void>;
}

/** A load is thousands of pages: kept one by one, they would push everything else out of the history. */
function isNoRoutine({ response }: Exchange): boolean {
  return response?.status !== 200 && response?.status !== 429;
}

const query = z.object({
  limit: z.number().int().nullable(),
  cursor: z.string().min(1).max(10_000).nullable(),
  parameters: z
    .array(z.tuple([z.string().min(1).max(1_000), z.string().max(10_000)]))
    .max(MOST_QUERY_PARAMETERS),
});
const cap = z.number().int().min(1).max(MOST_LOADED_BUYERS);
const profileId = z.string().min(1).max(100);

export function buyers({
  api,
  bodies,
  calls,
  activeProfile,
  findProfile,
  places,
  tellLoad,
}: BuyersServices): Buyers {
  const loads = new BuyersLoads({
    ask: (profile, asked, call) =>
      api.call(profile, listRequest(asked), { ...call, once: true, isWorthKeeping: isNoRoutine }),
    readPage: (exchange) => readPage(exchange, bodies),
    release: (exchange) => bodies.releaseExchange(exchange.id),
    places,
    tell: tellLoad,
    cancel: (callId) => calls.cancel(callId),
  });

  return {
    settled: () => loads.settled(),
    handlers: {
      listBuyers: {
        parse: z.object({ query, callId: callIdSchema }),
        handle: ({ query: asked, callId }) =>
          calls.run(callId, async (signal) => {
            const profile = calls.under(callId, await activeProfile());
            const exchange = await api.call(profile, listRequest(asked), { callId, signal });
            return { exchange, page: await readPage(exchange, bodies) };
          }),
      },
      loadBuyers: {
        parse: z.object({ query, cap, callId: callIdSchema }),
        handle: ({ query: asked, cap: most, callId }) =>
          calls.run(callId, async (signal) =>
            loads.start(calls.under(callId, await activeProfile()), asked, most, { callId, signal }),
          ),
      },
      resumeBuyersLoad: {
        parse: z.object({
          loadId: z.string().uuid(),
          cap,
          held: z.number().int().nonnegative(),
          callId: callIdSchema,
        }),
        handle: ({ loadId, cap: most, held, callId }) =>
          calls.run(callId, async (signal) =>
            loads.resume(calls.under(callId, await activeProfile()), loadId, most, held, { callId, signal }),
          ),
      },
      pauseBuyersLoad: {
        parse: z.object({ callId: callIdSchema, paused: z.boolean() }),
        handle: ({ callId, paused }) => loads.pause(callId, paused),
      },
      describeStoppedLoad: {
        parse: z.object({ profileId }),
        handle: async (argument) => {
          const profile = await findProfile(argument.profileId);
          return profile.baseUrl === null ? null : loads.describeStopped(profile);
        },
      },
      discardStoppedLoad: {
        parse: z.object({ profileId }),
        handle: async (argument) => {
          await loads.discard(argument.profileId);
          return null;
        },
      },
    },
  };
}
