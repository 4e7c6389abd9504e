import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  MAX_LOADED_BUYERS,
  MAX_QUERY_PARAMETERS,
  type BuyersQuery,
  type BuyersRequests,
} from '@shared/bridge/buyers';
import { itemsOf, type LoadProgress } from '@shared/bridge/packed-items';
import type { Profile } from '@shared/profiles/profile';
import { buyersRequest } from '@shared/requests/reading-requests';
import type { BodyStore } from '../bodies/body-store';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import { profileIdSchema } from '../profiles/profile-schema';
import type { Order } from '../sending/order';
import { exchangeOf, type Sender } from '../sending/sender';
import { AS_PAGE, BuyersLoads, type BuyersLoadsServices } from './buyers-loads';
import { readPage } from './read-page';

export interface BuyersServices {
  readonly sender: Pick<Sender, 'submit' | 'noteLoad'>;
  readonly bodies: Pick<BodyStore, 'read' | 'takeBytes' | 'releaseExchange'>;
  readonly calls: RunningCalls;
  readonly activeProfile: () => Promise<Profile>;
  /** Throws a `ProblemError` if there is no such profile. */
  readonly findProfile: (profileId: string) => Promise<Profile>;
  readonly resumable: BuyersLoadsServices['resumable'];
  readonly tellLoad: (progress: LoadProgress) => void;
}

export interface Buyers {
  readonly handlers: BridgeHandlers<BuyersRequests>;
  /** Waits until cancelled loads have saved their checkpoints. */
  settled(): Promise<void>;
}

/** How the app calls a load that ends in the background. */
const LOAD = { job: { words: 'The load of buyers' } } as const;

function orderOf(asked: BuyersQuery, profile: Profile): Order {
  return {
    id: randomUUID(),
    request: buyersRequest(asked),
    profile,
    composedUnder: null,
    replayOf: null,
    variables: null,
  };
}

const query = z.object({
  limit: z.number().int().nullable(),
  cursor: z.string().min(1).max(10_000).nullable(),
  parameters: z
    .array(z.tuple([z.string().min(1).max(1_000), z.string().max(10_000)]))
    .max(MAX_QUERY_PARAMETERS),
});
const cap = z.number().int().min(1).max(MAX_LOADED_BUYERS);

export function buyers({
  sender,
  bodies,
  calls,
  activeProfile,
  findProfile,
  resumable,
  tellLoad,
}: BuyersServices): Buyers {
  const loads = new BuyersLoads({
    ask: async (profile, asked, gate, call) =>
      exchangeOf(await sender.submit(orderOf(asked, profile), { ...call, gate, ...AS_PAGE })),
    note: (loadId, firstPage, load) => sender.noteLoad(firstPage, { id: loadId, load }),
    readPage: (exchange) => readPage(exchange, bodies),
    release: (exchange) => bodies.releaseExchange(exchange.id),
    resumable,
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
            const order = orderOf(asked, calls.under(callId, await activeProfile()));
            const exchange = exchangeOf(await sender.submit(order, { callId, signal }));
            const read = await readPage(exchange, bodies);
            if (read === null) return { exchange, page: null };
            const { items, limit, nextCursor, previousCursor } = read;
            return { exchange, page: { items: itemsOf(items), limit, nextCursor, previousCursor } };
          }),
      },
      loadBuyers: {
        parse: z.object({ query, cap, callId: callIdSchema }),
        handle: ({ query: asked, cap: most, callId }) =>
          calls.run(
            callId,
            async (signal) =>
              loads.start(calls.under(callId, await activeProfile()), asked, most, { callId, signal }),
            LOAD,
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
          calls.run(
            callId,
            async (signal) =>
              loads.resume(calls.under(callId, await activeProfile()), loadId, most, held, {
                callId,
                signal,
              }),
            LOAD,
          ),
      },
      pauseBuyersLoad: {
        parse: z.object({ callId: callIdSchema, paused: z.boolean() }),
        handle: ({ callId, paused }) => calls.isUnderWay(callId) && loads.pause(callId, paused),
      },
      describeStoppedLoad: {
        parse: z.object({ profileId: profileIdSchema }),
        handle: async (argument) => {
          const profile = await findProfile(argument.profileId);
          return profile.baseUrl === null ? null : loads.describeStopped(profile);
        },
      },
      discardStoppedLoad: {
        parse: z.object({ profileId: profileIdSchema }),
        handle: async (argument) => {
          await loads.discard(argument.profileId);
          return null;
        },
      },
    },
  };
}
