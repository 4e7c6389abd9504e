import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MAX_LOADED_BUYERS } from '@shared/bridge/buyers';
import type { ListRequests } from '@shared/bridge/lists';
import type { LoadProgress } from '@shared/bridge/packed-items';
import type { Exchange } from '@shared/http/exchange';
import { parseJson } from '@shared/json/parse-json';
import type { ListShape } from '@shared/lists/list-shape';
import { listShapeSchema } from '@shared/lists/list-shape-schema';
import { valueAtSteps } from '@shared/lists/json-steps';
import { queryOfPage, readList } from '@shared/lists/read-list';
import type { Profile } from '@shared/profiles/profile';
import { targetOf, type RequestSpec } from '@shared/requests/request-spec';
import { requestSpecSchema } from '@shared/requests/request-spec-schemas';
import type { BodyStore } from '../bodies/body-store';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { AS_PAGE, BuyersLoads, NOT_RESUMABLE } from '../buyers/buyers-loads';
import { readWritten } from '../buyers/item-texts';
import { oddCursorOf, textOf, type LoadedPage } from '../buyers/read-page';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import { exchangeOf, type Sender } from '../sending/sender';

export interface ListServices {
  readonly sender: Pick<Sender, 'submit' | 'noteLoad'>;
  readonly bodies: Pick<BodyStore, 'read' | 'takeBytes' | 'releaseExchange'>;
  readonly calls: RunningCalls;
  readonly activeProfile: () => Promise<Profile>;
  readonly tellLoad: (progress: LoadProgress) => void;
}

/** A larger page is only for the viewer: reading it would block everything else. */
const MAX_PAGE_LENGTH = 20_000_000;

/** Variables get their values only from the profile, because a list is not part of a run. */
const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** Loads all pages of a list, with the code that loads buyers. */
export function listHandlers(services: ListServices): BridgeHandlers<ListRequests> {
  const { sender, bodies, calls, activeProfile, tellLoad } = services;
  return {
    loadList: {
      parse: z.object({
        request: requestSpecSchema.refine((request) => targetOf(request).method === 'GET', 'no GET'),
        shape: listShapeSchema,
        cap: z.number().int().min(1).max(MAX_LOADED_BUYERS),
        composedUnder: z.string().max(100),
        callId: callIdSchema,
      }),
      handle: ({ request, shape, cap, composedUnder, callId }) =>
        calls.run(
          callId,
          async (signal) => {
            const loads = new BuyersLoads({
              ask: async (profile, { cursor }, gate, call) => {
                const order = {
                  id: randomUUID(),
                  request: pageOf(request, shape, cursor),
                  profile,
                  composedUnder,
                  replayOf: null,
                  variables: NO_VALUES,
                };
                const how = { ...call, gate, ...AS_PAGE };
                return exchangeOf(await sender.submit(order, how));
              },
              note: (loadId, firstPage, load) => sender.noteLoad(firstPage, { id: loadId, load }),
              readPage: (exchange) => readPage(exchange, shape, bodies),
              release: (exchange) => bodies.releaseExchange(exchange.id),
              // Only the window knows what such a load has seen.
              resumable: NOT_RESUMABLE,
              tell: tellLoad,
              cancel: (id) => calls.cancel(id),
            });
            const profile = calls.under(callId, await activeProfile());
            const query = { limit: null, cursor: null, parameters: [] };
            return loads.start(profile, query, cap, { callId, signal });
          },
          { job: { words: 'The load of a list' } },
        ),
    },
  };
}

/** The first page is the request as composed. */
function pageOf(request: RequestSpec, shape: ListShape, cursor: string | null): RequestSpec {
  return cursor === null
    ? request
    : { ...request, query: queryOfPage(request.query, shape, shape.next, cursor) };
}

async function readPage(
  { outcome, response }: Exchange,
  shape: ListShape,
  bodies: Pick<BodyStore, 'read' | 'takeBytes'>,
): Promise<LoadedPage | null> {
  if (outcome.kind !== 'answered' || response?.status !== 200) return null;
  const text = await textOf(response.body, bodies);
  if (text === null || text.length > MAX_PAGE_LENGTH) return null;
  const page = readList(text, shape);
  const written = page && readWritten(Buffer.from(`{"items":[${page.items.join(',')}]}`), true);
  const { next } = shape;
  return (
    written && {
      ...(page.next === null && next.kind !== 'item'
        ? oddCursorOf(valueAtSteps(parseJson(text), next.steps))
        : {}),
      items: { ...written.items, worst: null },
      limit: null,
      nextCursor: page.next,
      previousCursor: page.previous,
    }
  );
}
